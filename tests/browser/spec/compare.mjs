// Found values beside expected ones.

/** Equal in the sense of tests/golden/README.md: +0 and -0, infinities, and any two NaN. */
function isMet(found, expected, tolerance) {
  if (found === expected || (Number.isNaN(found) && Number.isNaN(expected))) return true;
  return Math.abs(found - expected) <= tolerance;
}

/**
 * Compares what was found with what is expected, value by value. `found` may have more components
 * a vertex than the base.
 */
export function compare(found, expected, base) {
  const result = { values: 0, failures: [], worst: { error: 0, share: 0, place: '' } };
  for (const [attribute, { values, components: width }] of found) {
    const { components } = base.get(attribute);
    const want = expected.get(attribute);
    want.values.forEach((value, i) => {
      const vertex = Math.floor(i / components);
      const got = values[vertex * width + (i % components)];
      const place = `${attribute}[${vertex}].${i % components}`;
      const limit = want.tolerance[i];
      result.values += 1;
      if (!isMet(got, value, limit)) {
        result.failures.push(`${place}: expected ${value}, got ${got}, tolerance ${limit}`);
      }
      note(result.worst, Math.abs(got - value), limit, place);
    });
  }
  return result;
}

/** Keeps the largest error, and the largest share of its tolerance. */
function note(worst, error, limit, place) {
  if (!Number.isFinite(error)) return;
  worst.error = Math.max(worst.error, error);
  const share = limit > 0 ? error / limit : 0;
  if (share > worst.share) Object.assign(worst, { share, place });
}
