// The camera's matrix, for those who take one: column-major, depth from 0 to 1, y up.

/** Perspective times view of a camera at `eye` that looks along -Z at a square picture. */
export function clipMatrix({ eye: [x, y, z], verticalAngle, near, far }) {
  const scale = 1 / Math.tan(verticalAngle / 2);
  const depth = far / (near - far);
  return new Float32Array([
    scale, 0, 0, 0,
    0, scale, 0, 0,
    0, 0, depth, -1,
    -x * scale, -y * scale, -z * depth + near * depth, z,
  ]);
}
