// A worker of the CPU benchmark: JavaScript's morphing, asked over stdin, answering over stdout.
// The lines that it understands are those of src/cpu/protocol.rs.
import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
import { readCell } from './cell.mjs';
import { medianOf } from './clock.mjs';
import { peers, versions } from './peers.mjs';

// Libraries greet on the console; stdout is for answers.
console.log = () => {};

const answer = (line) => process.stdout.write(`${line}\n`);
let contenders = new Map();

const answers = {
  async facts() {
    return `facts ${await versions()}`;
  },
  async load(vertices, targets, coverage, frames, ...folder) {
    const cell = readCell(folder.join(' '), Number(vertices), Number(targets), coverage);
    contenders = await peers(cell);
    return ['contenders', ...contenders.keys()].join(' ');
  },
  async check(name, ...file) {
    const { run, parts } = contenders.get(name);
    writeFileSync(file.join(' '), Buffer.concat(run().map(bytes)));
    return ['checked', 0, ...parts].join(' ');
  },
  async run(name, budget) {
    return `ns ${medianOf(contenders.get(name).run, Number(budget))}`;
  },
};

function bytes(floats) {
  return Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...rest] = line.split(' ');
  try {
    answer(await answers[command](...rest));
  } catch (error) {
    answer(`error ${String(error).replaceAll('\n', ' ')}`);
  }
}
