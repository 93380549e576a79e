// Where the camera of all pictures stands.

/** Half of the angle that a picture's height spans: that of `morphkit render`. */
const HALF_ANGLE = 0.26;

/** Free room around what is drawn, as a share of the picture: that of `morphkit render`. */
const MARGIN = 0.06;

/**
 * A camera on the +Z side that looks along -Z, as near as all points allow. It stands where that of
 * `morphkit render --yaw 0 --pitch 0` stands, for a square picture.
 */
export function frontCamera(positions) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3], value);
    high[i % 3] = Math.max(high[i % 3], value);
  });
  const tangent = Math.tan(HALF_ANGLE) * (1 - MARGIN);
  const [x, backX] = nearest(positions, 0, tangent);
  const [y, backY] = nearest(positions, 1, tangent);
  const eye = [x, y, Math.max(backX, backY)];
  return {
    eye,
    verticalAngle: 2 * HALF_ANGLE,
    near: (eye[2] - high[2]) * 0.5,
    far: (eye[2] - low[2]) * 2,
  };
}

/** Where a camera stands sideways and back to see all points within `tangent` to both sides. */
function nearest(positions, axis, tangent) {
  let [right, left] = [-Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 3) {
    const [side, back] = [positions[at + axis], positions[at + 2]];
    right = Math.max(right, back * tangent + side);
    left = Math.max(left, back * tangent - side);
  }
  return [(right - left) / 2, (right + left) / (2 * tangent)];
}
