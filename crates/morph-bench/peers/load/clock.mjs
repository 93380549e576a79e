// Times one call that is awaited, as src/cpu/clock.rs does.

const MIN_RUNS = 3;
const MAX_RUNS = 10_000;
const LONG_MS = 400;

// The median in nanoseconds of as many calls as fit into a budget of milliseconds, and their number.
export async function medianOf(run, budgetMs) {
  const first = await time(run);
  const least = first < LONG_MS ? MIN_RUNS : 1;
  let warming = first;
  while (warming < budgetMs / 4) warming += await time(run);
  const times = [];
  let spent = 0;
  while (times.length < least || (times.length < MAX_RUNS && spent < budgetMs)) {
    times.push(await time(run));
    spent += times.at(-1);
  }
  times.sort((a, b) => a - b);
  return `${Math.round(times[times.length >> 1] * 1e6)} ${times.length}`;
}

async function time(run) {
  const before = performance.now();
  await run();
  return performance.now() - before;
}
