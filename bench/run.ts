import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { printReport, type Section } from './print-tables.ts';

/** The exports of each folder's bench.ts. */
export interface Bench {
  /** One line of help. */
  about: string;
  /** Lines of help for the options of this benchmark. */
  options: string;
  /** Measures; throws with a message for the user if it cannot. */
  measure(args: string[]): Promise<Section[]>;
}

const names = globSync('*/bench.ts', { cwd: import.meta.dirname })
  .map(path.dirname)
  .sort();
const load = async (name: string): Promise<Bench> => import(`./${name}/bench.ts`);

const [name = '', ...args] = process.argv.slice(2);
if (!names.includes(name)) {
  const unknown = name && !['--help', '-h'].includes(name);
  if (unknown) console.error(`Unknown benchmark: ${name}.`);
  console.log('npm run bench -- NAME [--json PATH] [options]\n');
  for (const known of names) {
    const { about, options } = await load(known);
    console.log(`${known.padEnd(8)}${about}\n${options.replace(/^/gm, '          ')}`);
  }
  process.exit(unknown ? 1 : 0);
}

const at = args.indexOf('--json');
const [, given] = at < 0 ? [] : args.splice(at, 2);
if (at >= 0 && !given) {
  console.error('--json requires a path');
  process.exit(1);
}
const file = path.resolve(given ?? path.join(import.meta.dirname, 'results', `${name}.json`));

try {
  const { measure } = await load(name);
  const started = new Date();
  const sections = await measure(args);
  printReport(sections);
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: availableParallelism() };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ bench: name, at: started.toISOString(), machine, sections }, null, 2)}\n`);
  console.log(`\nWritten to ${file}`);
} catch (error) {
  // An internal error is printed with its stack; an error in the options needs none.
  console.error(error instanceof TypeError && 'code' in error ? error.message : error);
  process.exitCode = 1;
}
