// Weights for the head's 52 targets: the faces that the page blends and draws.

const COUNT = 52;

/** A face with weights at some targets. */
function face(name, weights) {
  return { name, weights: Array.from({ length: COUNT }, (_, target) => weights(target)) };
}

/** Spread over -0.3 to 1.2, the same each time. */
const spread = (target) => ((target * 37) % 51) / 34 - 0.3;

const SMILE = { 0: 0.8, 17: 0.35, 23: 1, 24: 0.9, 43: 0.6 };

export const FACES = [
  face('neutral', () => 0),
  face('one target', (target) => (target === 17 ? 1 : 0)),
  face('smile', (target) => SMILE[target] ?? 0),
  face('beyond the range', (target) => ({ 17: 1.5, 20: -0.75, 46: 2 })[target] ?? 0),
  face('all targets', spread),
];
