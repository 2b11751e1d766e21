import { describe, expect, it } from 'vitest';
import { csvRow } from './csv.ts';

/**
 * Returns the cells of a row as a spreadsheet with this delimiter reads them; quotes have a meaning only at the start
 * of a cell.
 */
function cellsOf(row: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at < row.length; ) {
    let cell = '';
    if (row[at] === '"') {
      for (at += 1; at < row.length && (row[at] !== '"' || row[at + 1] === '"'); at += row[at] === '"' ? 2 : 1) {
        cell += row[at];
      }
      at += 1;
    }
    for (; at < row.length && row[at] !== delimiter && !'\r\n'.includes(row[at] ?? ''); at += 1) cell += row[at];
    cells.push(cell);
    at += 1;
  }
  return cells;
}

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', "=cmd|' /C calc'!A0", '|calc', '%0A', '＝1', '－1'];
const LEADS = [
  '',
  'x;',
  'x; ',
  'x;"',
  'x;" "',
  ';;',
  'x,',
  'x\t',
  'x\n',
  'x\r\n',
  'x\r',
  'x|',
  'x;y;\t',
  ' ',
  '\t',
  '\n',
];

describe('csvRow', () => {
  it.each(FORMULAS)('writes %j as text for every spreadsheet, at any position in a cell', (formula) => {
    for (const lead of LEADS) {
      const row = csvRow([6, 'h', `${lead}${formula};y`, null]);
      for (const delimiter of [',', ';', '\t', '|']) {
        const bad = cellsOf(row, delimiter).filter((cell) => /^[\s"]*[=+\-@|%＝＋－＠]/.test(cell));
        expect(bad, JSON.stringify({ row, delimiter })).toEqual([]);
      }
    }
  });

  it('does not change text that cannot be a formula', () => {
    for (const text of [
      'Ann',
      'a-b',
      'a = b',
      'Jean-Luc; Ann',
      "it's",
      'ann+tag@inbox.example',
      '50%',
      'say "hi"; no',
    ]) {
      expect(cellsOf(csvRow([text]), ',')[0]).toBe(text);
    }
    expect(csvRow([-1, true, null])).toBe('-1,true,\r\n');
  });

  it('writes a cell of a hundred thousand delimiters in linear time', () => {
    expect(csvRow(['\t'.repeat(100_000)]).length).toBeLessThan(100_010);
  });
});
