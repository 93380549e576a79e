// Loads a file once; prints the most memory that this process had before and after, in bytes.
import { readFileSync } from 'node:fs';
import { contenders } from './contenders.mjs';

console.warn = () => {};
const [name, file] = process.argv.slice(2);
const { load, arrays } = (await contenders()).get(name);
const highWater = () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;

const before = highWater();
const read = await arrays(await load(new Uint8Array(readFileSync(file))));
process.stdout.write(`${before} ${highWater()}\n`);
if (read.length === 0) throw new Error('nothing was read');
