/** A cell of a file. */
export type Cell = string | number | boolean | null;

/** One row by RFC 4180, its line break included. */
export function csvRow(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Text that a spreadsheet would take for a formula gets an apostrophe in front, which makes it plain text there; people
 * choose their own names.
 */
function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = /^[=+\-@\t\r\n|%＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
