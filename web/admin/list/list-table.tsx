import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

export interface Column<Item> {
  title: string;
  /** Name of the column in the `sort` parameter; without it the column is not sortable. */
  sort?: string;
  numeric?: boolean;
  /** The title is for screen readers only. Such a column has the buttons of a row, and stays in view at the end. */
  isTitleHidden?: boolean;
  /** The column would cover most of a small window if it stayed in view. */
  isWide?: boolean;
  cell: (item: Item) => ReactNode;
}

interface ListTableProps<Item> {
  label: string;
  columns: Column<Item>[];
  /** Undefined while loading. */
  items: Item[] | undefined;
  idOf: (item: Item) => number | string;
  sort?: string;
  onSort?: (column: string) => void;
  isStale?: boolean;
}

/** A dense table that scrolls horizontally if it does not fit. */
export function ListTable<Item>({ label, columns, items, idOf, sort, onSort, isStale }: ListTableProps<Item>) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
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
                className={classNames(
                  'px-3 font-semibold whitespace-nowrap',
                  column.numeric && 'text-right',
                  inView(column),
                )}
              >
                <ColumnTitle column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items
            ? items.map((item) => (
                <tr key={idOf(item)} className="group/row border-b border-border last:border-0 hover:bg-hover/50">
                  {columns.map((column) => (
                    <td
                      key={column.title}
                      className={classNames(
                        'h-11 px-3 py-1 align-middle',
                        column.numeric && 'text-right tabular-nums',
                        inView(column),
                      )}
                    >
                      {column.cell(item)}
                    </td>
                  ))}
                </tr>
              ))
            : Array.from({ length: 8 }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the order of the rows never changes
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

/** Keeps the column with a row's buttons in view while the others scroll below it. It covers them with the row's own colour. */
function inView<Item>({ isTitleHidden, isWide }: Column<Item>): string | undefined {
  if (!isTitleHidden) return undefined;
  return classNames(
    'sticky right-0 bg-surface whitespace-nowrap group-hover/row:bg-[color-mix(in_srgb,var(--hover)_50%,var(--surface))]',
    '[th&]:bg-[color-mix(in_srgb,var(--muted)_60%,var(--surface))]',
    // The columns below fade out before it.
    'before:pointer-events-none before:absolute before:inset-y-0 before:right-full before:w-3 before:bg-inherit before:[mask-image:linear-gradient(to_right,transparent,black)]',
    isWide && 'max-lg:static max-lg:before:hidden',
  );
}

function ariaSort<Item>(column: Column<Item>, sort = ''): 'ascending' | 'descending' | 'none' | undefined {
  if (!column.sort) return undefined;
  if (sort === column.sort) return 'ascending';
  return sort === `-${column.sort}` ? 'descending' : 'none';
}

function ColumnTitle<Item>({
  column,
  sort,
  onSort,
}: {
  column: Column<Item>;
  sort: string | undefined;
  onSort: ((column: string) => void) | undefined;
}) {
  const { title, sort: sortName } = column;
  if (column.isTitleHidden) return <span className="sr-only">{title}</span>;
  if (!sortName || !onSort) return <span className="inline-flex h-11 items-center">{title}</span>;
  const direction = ariaSort(column, sort);
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={() => onSort(sortName)}
      className={classNames(
        '-mx-1.5 inline-flex h-11 items-center gap-1 rounded-md px-1.5 font-semibold hover:text-accent',
        column.numeric && 'flex-row-reverse',
      )}
    >
      {title}
      <Arrow className={classNames('size-3.5', direction === 'none' && 'text-soft')} aria-hidden />
    </button>
  );
}
