// Attributes and their order (spec L1, L2).

const ORDER = ['POSITION', 'NORMAL', 'TANGENT', 'TEXCOORD', 'COLOR'];

/** Floats of a delta, by kind of attribute. */
const DELTA_FLOATS = { POSITION: 3, NORMAL: 3, TANGENT: 3, TEXCOORD: 2, COLOR: 4 };

/** `TEXCOORD_1` is ['TEXCOORD', 1]; attributes without sets have set 0. */
export function parts(attribute) {
  const [kind, set] = attribute.split('_');
  return [kind, Number(set ?? 0)];
}

/** Floats of one delta. */
export function deltaFloats(attribute) {
  return DELTA_FLOATS[parts(attribute)[0]];
}

/** Whether normalising concerns it. */
export function isDirection(attribute) {
  return attribute === 'NORMAL' || attribute === 'TANGENT';
}

/** Attributes in the order of bands. */
export function inOrder(attributes) {
  const place = (attribute) => {
    const [kind, set] = parts(attribute);
    return ORDER.indexOf(kind) * 32 + set;
  };
  return [...attributes].sort((a, b) => place(a) - place(b));
}
