// 32-bit floats (spec 1).
//
// Math.fround around each single product, sum, quotient and square root gives the bits of f32
// arithmetic (E1): an f64 has more than twice as many digits, so rounding twice changes nothing.

export const F32_MAX = 3.4028234663852886e38;

const words = new Uint32Array(1);
const floats = new Float32Array(words.buffer);

// The 32 bits of an f32.
export function bits(number) {
    floats[0] = number;
    return words[0];
}

// The bytes of 32-bit words, the least significant one of each first (L5).
export function littleEndian(words) {
    const view = new DataView(new ArrayBuffer(4 * words.length));
    words.forEach((word, index) => view.setUint32(4 * index, word, true));
    return Array.from(new Uint8Array(view.buffer));
}

// The f32 of 32 bits.
export function fromBits(word) {
    words[0] = word;
    return floats[0];
}

// The least f32 that is not less than a finite f64 number.
export function roundUp(number) {
    const nearest = Math.fround(number);
    return nearest >= number ? nearest : nextUp(nearest);
}

// The largest f32 that is not greater than a finite f64 number.
export function roundDown(number) {
    return -roundUp(-number);
}

function nextUp(number) {
    if (number === 0) return fromBits(1);
    return fromBits(bits(number) + (number > 0 ? 1 : -1));
}
