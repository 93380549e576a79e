// Times one call, as src/cpu/clock.rs does.

const MIN_RUNS = 3;
const MAX_RUNS = 10_000;
const LONG_MS = 1_000;

// The median in nanoseconds of as many calls as fit into a budget of milliseconds, and their number.
export function medianOf(run, budgetMs) {
  const times = [];
  const start = performance.now();
  run();
  while (performance.now() - start < budgetMs / 4) run();
  let spent = 0;
  while (wanted(times.length, spent, budgetMs)) {
    const before = performance.now();
    run();
    const time = performance.now() - before;
    times.push(time);
    spent += time;
  }
  times.sort((a, b) => a - b);
  return `${Math.round(times[times.length >> 1] * 1e6)} ${times.length}`;
}

function wanted(runs, spentMs, budgetMs) {
  if (runs === 0) return true;
  if (runs >= MAX_RUNS || spentMs >= LONG_MS) return false;
  return runs < MIN_RUNS || spentMs < budgetMs;
}
