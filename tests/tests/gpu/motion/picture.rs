//! A picture of velocities beside the triangles of the CPU.

use super::scene::triangles;

/// Pixels along an edge of the picture.
pub(super) const SIZE: u32 = 64;

/// What no triangle has: velocities of the scene are smaller.
pub(super) const NOTHING: [f32; 4] = [9.0, 0.0, 0.0, 0.0];

/// Pixel by pixel a velocity in clip space, and the point of the surface that has it.
pub(super) struct Picture {
    pixels: Vec<[f32; 4]>,
}

/// Half a step of the coarsest grid that a rasteriser may place corners on, in clip space: 1/16 of a
/// pixel, since Vulkan's `subPixelPrecisionBits` are 4 at least. SwiftShader has no more, and lavapipe
/// is not off at all. A pixel then shows not quite what lies at its centre, and the varyings say what
/// it shows: a point no farther away than this.
const GRID: f32 = 2.0 / SIZE as f32 / 32.0;

/// What rounding may do to the velocity of the point that a pixel shows.
const TOLERANCE: f32 = 1e-5;

/// The same where both frames have the same weights. Corners are then the same to the last bit, but a
/// device interpolates and divides both points by itself: an NVIDIA H200 leaves 2e-8 of them, lavapipe
/// and SwiftShader nothing.
const REST: f32 = 1e-6;

/// The larger distance along an axis; no number where one of them is none.
fn apart(a: [f32; 2], b: [f32; 2]) -> f32 {
    let [x, y] = [0, 1].map(|axis| (a[axis] - b[axis]).abs());
    if x >= y || x.is_nan() { x } else { y }
}

impl Picture {
    pub(super) fn new(pixels: Vec<[f32; 4]>) -> Self {
        Self { pixels }
    }

    /// Compares all pixels with the CPU's triangles: corners in clip space (x, y, w), as they are and
    /// as they were.
    #[track_caller]
    pub(super) fn check(&self, what: &str, now: &[[f32; 3]], before: &[[f32; 3]]) {
        if let Ok(folder) = std::env::var("MORPH_VELOCITY") {
            self.save(&folder, what);
        }
        let tolerance = if now == before { REST } else { TOLERANCE };
        let expected = expected(now);
        let mut covered = 0;
        for (at, (found, (nearest, triangle))) in self.pixels.iter().zip(expected).enumerate() {
            let (column, line) = (at as u32 % SIZE, at as u32 / SIZE);
            if nearest < -EDGE {
                assert_eq!(*found, NOTHING, "{what}: {column}, {line}");
            } else if nearest > EDGE {
                let [x, y, point @ ..] = *found;
                let centre = centre(column, line);
                assert!(
                    apart(point, centre) <= GRID,
                    "{what}: {column}, {line}: expected what is at {centre:?}, got {point:?}"
                );
                let expected = velocity(point, triangle, now, before);
                assert!(
                    apart([x, y], expected) <= tolerance,
                    "{what}: {column}, {line}: expected {expected:?}, got {:?}",
                    [x, y]
                );
                covered += 1;
            }
        }
        assert!(covered > 500, "{what}: {covered} pixels");
    }

    /// Compares with what another way of morphing painted; row sparse sets keep 16 bits of a delta.
    #[track_caller]
    pub(super) fn assert_like(&self, other: &Self, what: &str) {
        let mut moving = 0;
        for (at, (a, b)) in self.pixels.iter().zip(&other.pixels).enumerate() {
            // An edge may come to lie on either side of a pixel.
            if *a == NOTHING || *b == NOTHING {
                continue;
            }
            let [x, y, point @ ..] = *a;
            // A corner may come to lie on the next point of the grid; velocities of the scene change
            // by less than the distance.
            let allowed = 2.0 * TOLERANCE + apart(point, [b[2], b[3]]);
            let off = apart([x, y], [b[0], b[1]]);
            assert!(off <= allowed, "{what}: pixel {at}: {a:?} and {b:?}");
            moving += usize::from(apart([x, y], [0.0; 2]) > REST);
        }
        assert!(moving > 500, "{what}: {moving} pixels");
    }

    /// The picture as a portable pixmap: no motion is grey.
    fn save(&self, folder: &str, what: &str) {
        let name: String =
            what.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let mut bytes = format!("P6 {SIZE} {SIZE} 255\n").into_bytes();
        for pixel in &self.pixels {
            let [x, y, ..] = pixel;
            let shade = |v: &f32| (128.0 + v * 400.0).clamp(0.0, 255.0) as u8;
            bytes.extend(match *pixel == NOTHING {
                true => [0; 3],
                false => [shade(x), shade(y), 128],
            });
        }
        std::fs::write(format!("{folder}/{name}.ppm"), bytes).unwrap();
    }
}

/// Pixels that are no farther from an edge of the mesh than this share of a triangle are anybody's.
const EDGE: f32 = 0.01;

/// The centre of a pixel in clip space.
fn centre(column: u32, line: u32) -> [f32; 2] {
    let clip = |pixel: u32| (pixel as f32 + 0.5) / SIZE as f32 * 2.0 - 1.0;
    [clip(column), -clip(line)]
}

/// For each pixel, how far its centre lies inside a triangle (the least of its three shares), and
/// which one.
fn expected(now: &[[f32; 3]]) -> Vec<(f32, [usize; 3])> {
    let mut pixels = vec![(f32::NEG_INFINITY, [0; 3]); (SIZE * SIZE) as usize];
    let place = |clip: f32| ((clip + 1.0) / 2.0 * SIZE as f32).clamp(0.0, SIZE as f32);
    let range = |values: [f32; 3]| {
        let least = values.into_iter().fold(f32::INFINITY, f32::min);
        let most = values.into_iter().fold(f32::NEG_INFINITY, f32::max);
        (place(least) as u32).saturating_sub(1)..(place(most) as u32 + 2).min(SIZE)
    };
    for corners in triangles() {
        let corners = corners.map(|corner| corner as usize);
        let points = corners.map(|corner| screen(now[corner]));
        for line in range(points.map(|point| -point[1])) {
            for column in range(points.map(|point| point[0])) {
                let shares = shares(centre(column, line), points);
                let least = shares.into_iter().fold(f32::INFINITY, f32::min);
                let (nearest, triangle) = &mut pixels[(line * SIZE + column) as usize];
                if least > *nearest {
                    (*nearest, *triangle) = (least, corners);
                }
            }
        }
    }
    pixels
}

/// Of a point of a triangle, in clip space.
fn velocity(
    point: [f32; 2],
    corners: [usize; 3],
    now: &[[f32; 3]],
    before: &[[f32; 3]],
) -> [f32; 2] {
    if now == before {
        return [0.0; 2];
    }
    // Corners that are farther away have a smaller share of what lies between.
    let mut was = [0.0; 3];
    let shares = shares(point, corners.map(|corner| screen(now[corner])));
    for (share, corner) in shares.into_iter().zip(corners) {
        for (sum, of) in was.iter_mut().zip(before[corner]) {
            *sum += share / now[corner][2] * of;
        }
    }
    let was = screen(was);
    [point[0] - was[0], point[1] - was[1]]
}

/// Of a point in clip space (x, y, w).
pub(super) fn screen([x, y, w]: [f32; 3]) -> [f32; 2] {
    [x / w, y / w]
}

/// Barycentric coordinates of a point.
fn shares(point: [f32; 2], [a, b, c]: [[f32; 2]; 3]) -> [f32; 3] {
    let area = |p: [f32; 2], q: [f32; 2], r: [f32; 2]| {
        (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1])
    };
    let whole = area(a, b, c);
    [area(point, b, c) / whole, area(a, point, c) / whole, area(a, b, point) / whole]
}
