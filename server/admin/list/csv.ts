/** A cell of a file. */
export type Cell = string | number | boolean | null;

/** One row by RFC 4180, its line break included. */
export function csvRow(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = defused(cell);
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const FORMULA = new Set('=+-@|%＝＋－＠');
/** What some spreadsheets separate cells by: Excel by the semicolon in most of Europe, whatever the file has. The comma is ours, and quoted. */
const DELIMITERS = new Set(';\t\r\n|');
const SKIPPED = new Set(' "');

/**
 * Text that a spreadsheet would take for a formula gets an apostrophe in front, which makes it plain text there; people
 * choose their own names. Where the file is read with another delimiter, cells begin within ours.
 */
function defused(text: string): string {
  let written = '';
  let begins = true;
  for (const letter of text) {
    if (begins && FORMULA.has(letter)) written += "'";
    written += letter;
    begins = DELIMITERS.has(letter) || (begins && SKIPPED.has(letter));
  }
  return written;
}
