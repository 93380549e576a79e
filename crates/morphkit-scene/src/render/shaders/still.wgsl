// A vertex that no target moves. Defines moved. Expects VertexIn, Moved.

fn moved(in: VertexIn) -> Moved {
    return Moved(in.position, in.normal, in.uv, in.color);
}
