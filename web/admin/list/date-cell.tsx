import { formatAdminDay, formatAdminTime } from '../../../contract/dates.ts';

interface DateCellProps {
  date: string | null;
  /** Shows the day; the `title` attribute has the time as well. */
  dayOnly?: boolean;
}

/** A date in a table cell, on one line and with tabular digits. */
export function DateCell({ date, dayOnly = false }: DateCellProps) {
  return (
    <span className="whitespace-nowrap tabular-nums" title={dayOnly ? formatAdminTime(date) : undefined}>
      {dayOnly ? formatAdminDay(date) : formatAdminTime(date)}
    </span>
  );
}
