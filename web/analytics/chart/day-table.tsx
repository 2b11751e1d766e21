import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../contract/counts.ts';
import { formatUtcWeekday } from '../../../contract/dates.ts';
import { Button } from '../../ui/form/button.tsx';
import { type Day, METRIC_NAMES } from '../metrics.ts';

const COLUMNS = ['views', 'visitors', 'clicks', 'received', 'sent'] as const;

/** The values of the chart as a table, newest day first. */
export function DayTable({ days }: { days: Day[] }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="p-4 sm:px-6">
      <Button variant="ghost" className="-ml-4" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronDown className={open ? 'rotate-180' : ''} aria-hidden /> {open ? 'Hide the table' : 'Show as a table'}
      </Button>
      {open && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
          aria-label="Counts a day"
          className="mt-2 max-h-96 overflow-auto rounded-control border border-border"
        >
          <table className="w-full min-w-[34rem] text-sm tabular-nums">
            <caption className="sr-only">Counts a day, newest first, in UTC</caption>
            <thead className="sticky top-0 bg-muted text-left">
              <tr>
                <th scope="col" className="px-3 py-2 font-semibold">
                  Day
                </th>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className="px-3 py-2 text-right font-semibold">
                    {METRIC_NAMES[column]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-border">
              {days.toReversed().map((day) => (
                <tr key={day.date}>
                  <th scope="row" className="px-3 py-2 text-left font-normal whitespace-nowrap">
                    {formatUtcWeekday(day.date)}
                  </th>
                  {COLUMNS.map((column) => (
                    <td key={column} className="px-3 py-2 text-right">
                      {formatCount(day[column])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
