import { formatDate, formatDay } from '../format.ts';

interface DateCellProps {
  date: string | null;
  /** Shows the day; the `title` attribute has the time as well. */
  dayOnly?: boolean;
}

/** A date in a table cell, on one line and with tabular digits. */
export function DateCell({ date, dayOnly = false }: DateCellProps) {
  return (
    <span className="whitespace-nowrap tabular-nums" title={dayOnly ? formatDate(date) : undefined}>
      {dayOnly ? formatDay(date) : formatDate(date)}
    </span>
  );
}
