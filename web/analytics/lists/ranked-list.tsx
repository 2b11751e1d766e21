import { type ReactNode, useId, useState } from 'react';
import { formatCount } from '../../../contract/counts.ts';
import { Button } from '../../ui/form/button.tsx';

/** Rows shown before "Show all". */
const SHOWN = 6;

export interface RankedItem {
  key: string;
  name: ReactNode;
  count: number;
}

interface RankedListProps {
  title: string;
  /** The column headings. */
  of: string;
  counted: string;
  items: RankedItem[];
  /** Shown for an empty list. */
  empty: string;
  note?: string;
}

/** A table with a bar behind each row, relative to the largest count. */
export function RankedList({ title, of, counted, items, empty, note }: RankedListProps) {
  const id = useId();
  const [all, setAll] = useState(false);
  const most = Math.max(1, ...items.map(({ count }) => count));
  const shown = all ? items : items.slice(0, SHOWN);
  return (
    <section aria-labelledby={id} className="rounded-card border border-border bg-surface p-4 shadow-soft sm:p-6">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {note && items.length > 0 && <p className="mt-0.5 text-sm text-soft">{note}</p>}
      {items.length === 0 ? (
        <p className="mt-2 text-sm text-soft">{empty}</p>
      ) : (
        <table className="mt-3 w-full table-fixed border-separate border-spacing-y-1 text-sm">
          <colgroup>
            <col />
            <col className="w-20" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">{counted}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, name, count }) => (
              <tr key={key}>
                <th scope="row" className="relative p-0 text-left font-normal">
                  <span
                    className="absolute inset-y-0 left-0 rounded-sm bg-accent-surface"
                    style={{ width: `${(count / most) * 100}%` }}
                    aria-hidden
                  />
                  <span className="relative block truncate px-2.5 py-2">{name}</span>
                </th>
                <td className="py-2 pl-3 text-right font-medium tabular-nums">{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {items.length > SHOWN && (
        <Button variant="ghost" className="mt-1 -ml-2 px-2!" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${items.length}`}
        </Button>
      )}
    </section>
  );
}
