// A worker of the loading benchmark: JavaScript's loaders, asked over stdin, answering over stdout.
// The lines that it understands are those of src/load/worker.rs.
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import { medianOf } from './clock.mjs';
import { contenders, versions } from './contenders.mjs';

// Libraries greet on the console; stdout is for answers.
console.log = () => {};
console.warn = () => {};

const answer = (line) => process.stdout.write(`${line}\n`);
let bytes;
let all;

const answers = {
  async facts() {
    return `facts ${versions()}`;
  },
  async load(...file) {
    bytes = new Uint8Array(readFileSync(file.join(' ')));
    all = await contenders();
    return ['contenders', ...all.keys()].join(' ');
  },
  async check(name) {
    const { load, arrays, what } = all.get(name);
    let numbers = 0;
    let sum = 0;
    for (const array of await arrays(await load(bytes))) {
      for (const number of array) {
        if (number !== 0) numbers += 1;
        sum += Math.abs(number);
      }
    }
    return `checked ${numbers} ${sum} ${what}`;
  },
  async run(name, budget) {
    const { load, arrays } = all.get(name);
    return `ns ${await medianOf(async () => arrays(await load(bytes)), Number(budget))}`;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...rest] = line.split(' ');
  try {
    answer(await answers[command](...rest));
  } catch (error) {
    answer(`error ${String(error).replaceAll('\n', ' ')}`);
  }
}
