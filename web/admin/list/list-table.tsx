import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** A column of a list. */
export interface Column<Item> {
  title: string;
  /** The name by which the server sorts; left out, it does not. */
  sort?: string;
  numeric?: boolean;
  /** The title is read out only. */
  isQuiet?: boolean;
  cell: (item: Item) => ReactNode;
}

interface ListTableProps<Item> {
  label: string;
  columns: Column<Item>[];
  /** Undefined while they are on their way. */
  items: Item[] | undefined;
  idOf: (item: Item) => number | string;
  sort?: string;
  onSort?: (column: string) => void;
  isStale?: boolean;
}

/** A dense table that scrolls sideways on its own where it does not fit. */
export function ListTable<Item>({ label, columns, items, idOf, sort, onSort, isStale }: ListTableProps<Item>) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-card border border-border bg-surface"
    >
      <table className={classNames('w-full text-left text-sm', isStale && 'opacity-60')} aria-busy={isStale || !items}>
        <thead className="border-b border-border bg-muted/60">
          <tr>
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                aria-sort={ariaSort(column, sort)}
                className={classNames('px-3 font-semibold whitespace-nowrap', column.numeric && 'text-right')}
              >
                <Title column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items
            ? items.map((item) => (
                <tr key={idOf(item)} className="border-b border-border last:border-0 hover:bg-hover/50">
                  {columns.map((column) => (
                    <td
                      key={column.title}
                      className={classNames('h-11 px-3 py-1 align-middle', column.numeric && 'text-right tabular-nums')}
                    >
                      {column.cell(item)}
                    </td>
                  ))}
                </tr>
              ))
            : Array.from({ length: 8 }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the places never change
                <tr key={row} className="border-b border-border last:border-0">
                  {columns.map((column) => (
                    <td key={column.title} className="h-11 px-3">
                      <Skeleton className="h-4 w-full max-w-32" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}

function ariaSort<Item>(column: Column<Item>, sort = ''): 'ascending' | 'descending' | 'none' | undefined {
  if (!column.sort) return undefined;
  if (sort === column.sort) return 'ascending';
  return sort === `-${column.sort}` ? 'descending' : 'none';
}

function Title<Item>({
  column,
  sort,
  onSort,
}: {
  column: Column<Item>;
  sort: string | undefined;
  onSort: ((column: string) => void) | undefined;
}) {
  const { title, sort: name } = column;
  if (column.isQuiet) return <span className="sr-only">{title}</span>;
  if (!name || !onSort) return <span className="inline-flex h-11 items-center">{title}</span>;
  const way = ariaSort(column, sort);
  const Arrow = way === 'ascending' ? ArrowUp : way === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={() => onSort(name)}
      className={classNames(
        '-mx-1.5 inline-flex h-11 items-center gap-1 rounded-md px-1.5 font-semibold hover:text-accent',
        column.numeric && 'flex-row-reverse',
      )}
    >
      {title}
      <Arrow className={classNames('size-3.5', way === 'none' && 'text-soft')} aria-hidden />
    </button>
  );
}
