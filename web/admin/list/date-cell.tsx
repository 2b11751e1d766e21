import { formatDate } from '../format.ts';

/** A date in a table cell, on one line and with tabular digits. */
export function DateCell({ date }: { date: string | null }) {
  return <span className="whitespace-nowrap tabular-nums">{formatDate(date)}</span>;
}
