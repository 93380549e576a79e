// Packed tracks and crowds (spec 6.1), as unsigned 32-bit words.

import { F32_MAX, bits } from "./floats.mjs";
import { denseRow, row } from "./frames.mjs";
import { Refused } from "./refused.mjs";

const TAG = 65540;
const MODES = ["STEP", "LINEAR", "CUBICSPLINE"];

// Header, records, and for each track its times and values (P1).
export function pack(tracks) {
    const first = 4 + 4 * tracks.length;
    const [records, keys] = [[], []];
    for (const track of tracks) {
        check(track);
        records.push(first + keys.length, track.times.length, track.targets, MODES.indexOf(track.mode));
        for (const number of [...track.times, ...track.values]) keys.push(bits(number));
    }
    const count = first + keys.length;
    if (count >= 2 ** 32) throw new Refused("buffer-too-large");
    return [TAG, tracks.length, count, 0, ...records, ...keys];
}

// A header and two words for each player, of { track, row } (P3); `rows` is what rows have in common.
export function crowd(players, rows) {
    const header = [players.length, rows.targets, rows.stride, rows.vertices, rows.firstVertex, 0, 0, 0];
    return [...header, ...players.flatMap(({ track, row }) => [track, row])];
}

// Writes the row of each player into the words of all rows (P4, P5).
export function play(tracks, players, times, rows, dense, words) {
    if (times.some(Number.isNaN)) throw new Refused("nan-time"); // P6
    const write = dense ? denseRow : row;
    players.forEach((player, number) => {
        const weights = tracks[player.track].sample(times[number], rows.targets);
        const written = write(rows.vertices, rows.targets, weights, rows.firstVertex, rows.stride);
        written.forEach((word, at) => (words[player.row * rows.stride + at] = word));
    });
}

// Refuses keys between which 32 bits are not enough (P2).
function check(track) {
    if (track.mode === "STEP") return;
    for (let key = 0; key + 1 < track.times.length; key++) {
        const d = track.times[key + 1] - track.times[key];
        if (d < 2 ** -100 || d > 2 ** 100) throw new Refused("key-distance");
        for (let target = 0; target < track.targets; target++) {
            const [a, b, u, v] = track.between(key, target).map(Math.abs);
            if (a + b + d * (u + v) > F32_MAX) throw new Refused("too-large");
        }
    }
}
