// Times one call, as src/cpu/clock.rs does.

const MIN_RUNS = 3;
const MAX_RUNS = 10_000;
const LONG_MS = 400;

// The median in nanoseconds of as many calls as fit into a budget of milliseconds, and their number.
export function medianOf(run, budgetMs) {
  const first = time(run);
  const least = first < LONG_MS ? MIN_RUNS : 1;
  let warming = first;
  while (warming < budgetMs / 4) warming += time(run);
  const times = [];
  let spent = 0;
  while (wanted(times.length, least, spent, budgetMs)) {
    times.push(time(run));
    spent += times.at(-1);
  }
  times.sort((a, b) => a - b);
  return `${Math.round(times[times.length >> 1] * 1e6)} ${times.length}`;
}

function time(run) {
  const before = performance.now();
  run();
  return performance.now() - before;
}

function wanted(runs, least, spentMs, budgetMs) {
  return runs < least || (runs < MAX_RUNS && spentMs < budgetMs);
}
