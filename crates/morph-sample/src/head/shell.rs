//! The skin from the neck's cut to the crown, its two kinds of slits, and what lines them.

use super::color::{BLUSH, CAVITY, HAIR, LASH, LIP, SHADE, SKIN, blend};
use super::cover::hairline;
use super::draft::{Draft, Patch};
use super::face::{Band, EYE, EYE_RADIUS, Lids, MOUTH_HALF, corner_sines, lip_tint, skin};
use super::loft::{CROWN, EYES, MOUTH, Section};
use super::plan::Plan;
use super::site::{Part, Site};
use crate::curve::{angle_of_sine, bump2, mix, sin_cos, smoothstep};
use crate::vector::{Vec3, vec3};
use std::f32::consts::{FRAC_PI_2, PI};

/// A place on the skin.
pub(crate) fn skin_site(section: &Section, angle: f32, row: f32, band: Band) -> Site {
    let plain = section.point(angle);
    let point = skin(plain, band, Lids::REST);
    Site { plain, row, band, edge: point, ..Site::free(Part::Skin, point) }
}

fn skin_color(site: &Site, angle: f32, lash: bool) -> [f32; 3] {
    if lash {
        return LASH;
    }
    let p = site.point;
    let x = p.x.abs();
    // The scalp, where coarse hair leaves it bare.
    let line = hairline(angle);
    let scalp = smoothstep(line + 0.3, line + 0.8, site.row);
    if p.z < 0.0 || scalp > 0.0 {
        return blend(SKIN, HAIR, scalp);
    }
    let mut color = blend(SKIN, BLUSH, 0.55 * bump2(x, p.y, [0.43, -0.28], [0.30, 0.24]));
    color = blend(color, BLUSH, 0.35 * bump2(x, p.y, [0.0, -0.36], [0.20, 0.14]));
    color = blend(color, BLUSH, 0.30 * bump2(x, site.plain.y, [0.335, 0.06], [0.27, 0.16]));
    color = blend(color, SHADE, 0.95 * bump2(x, site.plain.y, [0.056, -0.408], [0.050, 0.034]));
    blend(color, LIP, lip_tint(p, site.band))
}

/// Angles of the columns, from the middle of the back over the person's right and the face.
fn angles(plan: &Plan) -> Vec<f32> {
    let [eye_inner, mouth, eye_outer] = corner_sines().map(angle_of_sine);
    let stops = [0.0, eye_inner, mouth, eye_outer, FRAC_PI_2, PI];
    let mut half = Vec::new();
    for (segment, &count) in plan.columns.iter().enumerate() {
        for step in 0..count {
            half.push(mix(stops[segment], stops[segment + 1], step as f32 / count as f32));
        }
    }
    half.push(PI);
    half.iter().rev().map(|a| -a).chain(half.iter().skip(1).copied()).collect()
}

/// The skin's grid in the draft: the vertices on either side of each slit.
struct Grid {
    first: u32,
    columns: usize,
    middle: usize,
    mouth: (usize, usize),
    eyes: (usize, usize, usize),
    below_lips: u32,
    above_lids: [u32; 2],
}

impl Grid {
    fn at(&self, i: usize, j: usize) -> u32 {
        self.first + (j * self.columns + i) as u32
    }

    /// Inside the mouth's slit: the place along the lower lip's own vertices.
    fn in_mouth(&self, i: usize) -> Option<u32> {
        let off = i.abs_diff(self.middle);
        (off < self.mouth.1).then(|| (i + self.mouth.1 - 1 - self.middle) as u32)
    }

    /// Inside an eye's slit: the eye and the place along the upper lid's own vertices.
    fn in_eye(&self, i: usize) -> Option<(usize, u32)> {
        let (_, inner, outer) = self.eyes;
        let off = i.abs_diff(self.middle);
        if off <= inner || off >= outer {
            return None;
        }
        Some(if i > self.middle {
            (0, (off - inner - 1) as u32)
        } else {
            (1, (outer - 1 - off) as u32)
        })
    }

    /// The vertex as seen from the quads below it.
    fn seen_from_below(&self, i: usize, j: usize) -> u32 {
        match self.in_mouth(i) {
            Some(at) if j == self.mouth.0 => self.below_lips + at,
            _ => self.at(i, j),
        }
    }

    /// The vertex as seen from the quads above it.
    fn seen_from_above(&self, i: usize, j: usize) -> u32 {
        match self.in_eye(i) {
            Some((eye, at)) if j == self.eyes.0 => self.above_lids[eye] + at,
            _ => self.at(i, j),
        }
    }
}

/// Adds the skin, the inside of the mouth and the inner edges of the lids.
pub(crate) fn add_shell(draft: &mut Draft, plan: &Plan) {
    let angles = angles(plan);
    let rows: Vec<f32> = plan
        .rows
        .iter()
        .enumerate()
        .flat_map(|(segment, &count)| {
            (0..count).map(move |step| segment as f32 + step as f32 / count as f32)
        })
        .collect();
    let sections: Vec<Section> = rows.iter().map(|&row| Section::new(row)).collect();
    let mouth_row = plan.rows[..MOUTH].iter().sum();
    let eye_row = plan.rows[..EYES].iter().sum();
    let band_of = |j: usize| {
        if j < mouth_row {
            Band::Lower
        } else if j <= eye_row {
            Band::Middle
        } else {
            Band::Upper
        }
    };
    let (columns, middle) = (angles.len(), plan.half());
    let patch = Patch {
        size: [columns, rows.len()],
        closed: true,
        pole: true,
        flipped: false,
        atlas: [0.0, 0.0, 1.0, 0.62],
    };
    let crown = Section::new(CROWN as f32);
    let first = draft.points(&patch, |i, j| {
        let site = if j == rows.len() {
            skin_site(&crown, angles[i], CROWN as f32, Band::Upper)
        } else {
            skin_site(&sections[j], angles[i], rows[j], band_of(j))
        };
        (site, skin_color(&site, angles[i], false))
    });
    let inner = plan.columns[0];
    let mouth_corner = inner + plan.columns[1];
    let eye_corner = mouth_corner + plan.columns[2];
    let mut grid = Grid {
        first,
        columns,
        middle,
        mouth: (mouth_row, mouth_corner),
        eyes: (eye_row, inner, eye_corner),
        below_lips: 0,
        above_lids: [0; 2],
    };
    let other_side = |draft: &mut Draft, i: usize, j: usize, band: Band| {
        let of = first + (j * columns + i) as u32;
        let twin = draft.twin(of) as usize;
        draft.weld[twin] = twin as u32;
        let site = skin_site(&sections[j], angles[i], rows[j], band);
        draft.sites[twin] = site;
        draft.colors[twin] = skin_color(&site, angles[i], band == Band::Upper);
        twin as u32
    };
    grid.below_lips = draft.sites.len() as u32;
    for i in middle + 1 - mouth_corner..middle + mouth_corner {
        other_side(draft, i, mouth_row, Band::Lower);
    }
    let mut lids = [0; 2];
    for (eye, range) in
        [middle + inner + 1..middle + eye_corner, middle + 1 - eye_corner..middle - inner]
            .into_iter()
            .enumerate()
    {
        lids[eye] = draft.sites.len() as u32;
        for i in range {
            other_side(draft, i, eye_row, Band::Upper);
        }
    }
    grid.above_lids = lids;

    for (j, &row) in rows.iter().enumerate().take(rows.len() - 1) {
        for i in 0..columns - 1 {
            let corners = [
                grid.seen_from_above(i, j),
                grid.seen_from_above(i + 1, j),
                grid.seen_from_below(i + 1, j + 1),
                grid.seen_from_below(i, j + 1),
            ];
            // Below the hair at the back nothing moves.
            let off = i.abs_diff(middle).min((i + 1).abs_diff(middle));
            let spare = off >= middle - plan.columns[4] && row >= 3.0;
            draft.quad(corners, i >= middle, spare);
        }
    }
    let last = grid.at(0, rows.len() - 1);
    draft.fan(last, columns, grid.at(0, rows.len()), false);
    add_neck_cut(draft, &grid);
    add_cavity(draft, plan, &grid);
    add_rims(draft, plan, &grid);
}

/// Closes the neck with an edge.
fn add_neck_cut(draft: &mut Draft, grid: &Grid) {
    let mut middle = Vec3::ZERO;
    let first = draft.sites.len() as u32;
    for i in 0..grid.columns {
        let of = grid.at(i, 0) as usize;
        let site = Site::free(Part::Still, draft.sites[of].point);
        if i > 0 {
            middle += site.point * (1.0 / (grid.columns - 1) as f32);
        }
        let u = 0.02 + 0.96 * i as f32 / (grid.columns - 1) as f32;
        let at = draft.vertex(site, SKIN, [u, 0.63]);
        let (before, after) = (i.saturating_sub(1), (i + 1).min(grid.columns - 1));
        draft.along[at as usize] = [first + before as u32, first + after as u32];
    }
    draft.weld[first as usize + grid.columns - 1] = first;
    let center = vec3(0.0, middle.y, middle.z);
    let pole = draft.vertex(Site::free(Part::Still, center), SKIN, [0.5, 0.65]);
    let quarter = grid.columns as u32 / 4;
    draft.along[pole as usize] = [first + quarter, first + grid.columns as u32 - 1 - quarter];
    draft.fan(first, grid.columns, pole, true);
}

/// The inside of the mouth: a sheet from the lower lip's edge back and up to the upper lip's.
fn add_cavity(draft: &mut Draft, plan: &Plan, grid: &Grid) {
    let (row, corner) = grid.mouth;
    let columns = plan.lip();
    let patch = Patch {
        size: [columns, plan.cavity],
        closed: false,
        pole: false,
        flipped: false,
        atlas: [0.0, 0.66, 0.3, 0.76],
    };
    let upper: Vec<u32> = (0..columns).map(|i| grid.at(grid.middle + i - corner, row)).collect();
    let lower: Vec<u32> =
        (0..columns).map(|i| grid.seen_from_below(grid.middle + i - corner, row)).collect();
    let site_of = |of: &[u32]| of.iter().map(|&v| draft.sites[v as usize]).collect::<Vec<_>>();
    let (above, below) = (site_of(&upper), site_of(&lower));
    let last = plan.cavity - 1;
    let first = draft.patch(&patch, false, |i, j| {
        let along = 1.0 - j as f32 / last as f32;
        let source = if j == 0 { below[i] } else { above[i] };
        let bag = cavity_point(source.point, along);
        let color = blend(LIP, CAVITY, smoothstep(0.0, 0.16, along.min(1.0 - along)));
        (Site { part: Part::Cavity, along, point: bag, ..source }, color)
    });
    for i in 0..columns {
        draft.weld[first as usize + i] = lower[i];
        draft.weld[first as usize + last * columns + i] = upper[i];
    }
}

/// The bag behind the lips: from the upper edge at 0 back and around to the lower one at 1.
fn cavity_point(edge: Vec3, along: f32) -> Vec3 {
    let t = edge.x / MOUTH_HALF;
    let wide = (1.0 - t * t).max(0.0);
    let (sin, _) = sin_cos(PI * along);
    let (turn, _) = sin_cos(2.0 * PI * along);
    // Steep behind the upper lip, where the teeth are; flatter behind the lower one, which is
    // thin. At the corners the bag is a fold without height, so it has no open ends.
    let (height, steep) = if along < 0.5 { (0.20, 1.0) } else { (0.13, 0.65) };
    let depth = (0.06 + 0.40 * wide) * sin * mix(1.0, sin, steep);
    vec3(edge.x * (1.0 + 0.1 * sin * wide), edge.y + height * wide * turn, edge.z - depth)
}

/// The inner edges of the lids, from the skin into the eyeball.
fn add_rims(draft: &mut Draft, plan: &Plan, grid: &Grid) {
    let (row, inner, outer) = grid.eyes;
    for left in [true, false] {
        let range: Vec<usize> = if left {
            (grid.middle + inner..=grid.middle + outer).collect()
        } else {
            (grid.middle - outer..=grid.middle - inner).collect()
        };
        // Along the lower lid and back along the upper one.
        let mut edge: Vec<u32> = range.iter().map(|&i| grid.at(i, row)).collect();
        edge.extend(range.iter().rev().skip(1).map(|&i| grid.seen_from_above(i, row)));
        let patch = Patch {
            size: [edge.len(), plan.rim],
            closed: true,
            pole: false,
            flipped: false,
            atlas: if left { [0.3, 0.66, 0.5, 0.69] } else { [0.3, 0.70, 0.5, 0.73] },
        };
        let sites: Vec<Site> = edge.iter().map(|&v| draft.sites[v as usize]).collect();
        let first = draft.patch(&patch, false, |i, j| {
            let along = j as f32 / (plan.rim - 1) as f32;
            let source = sites[i];
            let point = rim_point(source.point, along);
            let color = if source.band == Band::Upper { LASH } else { blend(SKIN, SHADE, 0.6) };
            (Site { part: Part::Rim, along, point, ..source }, color)
        });
        for (i, &of) in edge.iter().enumerate() {
            draft.weld[first as usize + i] = of;
        }
        // The last column lies on the first one's edge as well as on its own ring.
        draft.weld[first as usize + edge.len() - 1] = edge[0];
    }
}

/// A point of a lid's inner edge, from the skin at 0 to inside the eyeball at 1.
pub(crate) fn rim_point(edge: Vec3, along: f32) -> Vec3 {
    let center = if edge.x < 0.0 { EYE.mirrored() } else { EYE };
    let out = edge - center;
    let length = out.length();
    center + out * (mix(length, 0.88 * EYE_RADIUS, along) / length)
}
