import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export type Cell = string | number | boolean | null;

/** Returns one row with its line break (RFC 4180). */
export function csvRow(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = withoutFormulas(cell);
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const FORMULA = new Set('=+-@|%＝＋－＠');
/**
 * Delimiters of some spreadsheets, such as the semicolon of Excel in most of Europe. The comma is our own delimiter, so
 * cells with it are quoted.
 */
const DELIMITERS = new Set(';\t\r\n|');
const SKIPPED = new Set(' "');

/**
 * Puts an apostrophe before text that a spreadsheet would read as a formula, because owners choose their names. Covers
 * every position where a cell begins with another delimiter.
 */
function withoutFormulas(text: string): string {
  let result = '';
  let begins = true;
  for (const character of text) {
    if (begins && FORMULA.has(character)) result += "'";
    result += character;
    begins = DELIMITERS.has(character) || (begins && SKIPPED.has(character));
  }
  return result;
}

/** Sends a text, or rows as they are read, as a CSV file. */
export function sendCsv(reply: FastifyReply, name: string, rows: string | AsyncIterable<string>): FastifyReply {
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`);
  return reply.send(typeof rows === 'string' ? rows : Readable.from(rows));
}
