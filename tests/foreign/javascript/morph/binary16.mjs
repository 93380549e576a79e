// IEEE binary16, for which Node 18 has no type (spec L35).

import { Refused } from "./refused.mjs";

const LARGEST = 65504;

// The nearest one, ties to even; beyond the largest it is refused.
export function toBinary16(number) {
    const size = Math.abs(number);
    if (size > LARGEST) throw new Refused("too-large");
    const sign = Object.is(number, -0) || number < 0 ? 0x8000 : 0;
    // Numbers of one exponent are so many steps apart; below the normal ones the steps stay the same.
    const exponent = Math.max(size === 0 ? -14 : Math.floor(Math.log2(size)), -14);
    const steps = roundToEven(size / 2 ** (exponent - 10));
    // A full exponent carries over into the next one by itself.
    return sign + (exponent + 14) * 1024 + steps;
}

export function fromBinary16(half) {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 31;
    const fraction = half & 1023;
    if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
    return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

function roundToEven(number) {
    const below = Math.floor(number);
    const rest = number - below;
    return below + (rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? 1 : 0);
}
