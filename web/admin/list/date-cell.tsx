import { formatDate } from '../format.ts';

/** A date in a cell: on one line, its digits beneath one another. */
export function DateCell({ date }: { date: string | null }) {
  return <span className="whitespace-nowrap tabular-nums">{formatDate(date)}</span>;
}
