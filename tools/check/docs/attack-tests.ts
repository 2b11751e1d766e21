/** Test files with their text, by path. A dialogue is a test whose title is its first line. */
export type TestFiles = Record<string, string>;

const HEADING = '## Known attacks';

/**
 * Compares the table of known attacks with the tests. Returns a line for each row without a file, each file of a row without a
 * title that contains `attack N`, each number that is missing from the table, and each title with an unknown number.
 */
export function untestedAttacks(page: string, markdown: string, tests: TestFiles): string[] {
  const table = markdown.split(`\n${HEADING}\n`)[1]?.split('\n## ')[0];
  if (!table) return [`${page}: the heading "${HEADING}" is missing`];
  const rows = [...table.matchAll(/^\| (\d+) \|.*\| ([^|]*) \|$/gm)].map(([, number, files = '']) => ({
    number: Number(number),
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }));
  const titled = Object.fromEntries(Object.entries(tests).map(([file, text]) => [file, attacksIn(file, text)]));
  const faults = rows.flatMap(({ number, files }, at) => [
    ...(number === at + 1 ? [] : [`${page}: row ${at + 1} of the attacks has the number ${number}`]),
    ...(files.length > 0 ? [] : [`${page}: attack ${number} has no test`]),
    ...files
      .filter((file) => !titled[file]?.has(number))
      .map((file) => `${page}: no test title in ${file} contains "attack ${number}"`),
  ]);
  if (rows.length === 0) faults.push(`${page}: the table of attacks has no rows`);
  for (const [file, numbers] of Object.entries(titled)) {
    for (const number of numbers) {
      const row = rows.find((one) => one.number === number);
      if (!row) faults.push(`${file}: ${page} has no attack ${number}`);
      else if (!row.files.includes(file)) faults.push(`${page}: the row of attack ${number} does not name ${file}`);
    }
  }
  return faults;
}

/** Returns the numbers of the attacks named in the titles of a test file. */
function attacksIn(file: string, text: string): Set<number> {
  const titles = file.endsWith('.txt')
    ? [text.split('\n', 1)[0] ?? '']
    : text.split('\n').filter((line) => /^(?!\s*(?:\/\/|\*|\/\*)).*(['"`]).*\battack \d+.*\1/.test(line));
  return new Set(titles.flatMap((line) => [...line.matchAll(/\battack (\d+)\b/g)].map(([, number]) => Number(number))));
}
