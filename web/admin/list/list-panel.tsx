import { ChevronLeft, ChevronRight, Download, Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Call } from '../../../contract/call.ts';
import { errorText } from '../../api/error-text.ts';
import { Button } from '../../ui/form/button.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { fieldStyle } from '../../ui/form/field-style.ts';
import { ErrorState } from '../../ui/message-state.tsx';
import { useMayCall } from '../may.tsx';
import type { AdminList } from './admin-list.ts';
import { type Column, ListTable } from './list-table.tsx';
import { SEARCH_INPUT } from './search-input.ts';

/** Delay between the last keystroke and the search. */
const SEARCH_DELAY_MS = 300;

interface ListPanelProps<Item> {
  /** The plural noun of the items, as in "Failed to load users". */
  name: string;
  list: AdminList<Item>;
  columns: Column<Item>[];
  idOf: (item: Item) => number | string;
  /** Label of the search field; without a label, the list has no such field. */
  searchLabel?: string;
  /** The search that the list starts with. */
  initialSearch?: string;
  /** The call of the CSV export. */
  csv?: Call;
  empty: string;
}

/** A list with search, pagination and CSV export. */
export function ListPanel<Item>({
  name,
  list,
  columns,
  idOf,
  searchLabel,
  initialSearch,
  csv,
  empty,
}: ListPanelProps<Item>) {
  const { items, error, sort } = list;
  const mayCall = useMayCall();
  const csvPath = csv && mayCall(csv) ? csv.path : undefined;
  return (
    <div className="grid gap-3">
      {(searchLabel || csvPath) && (
        <div className="flex flex-wrap items-end gap-3">
          {searchLabel && <SearchField label={searchLabel} initial={initialSearch} onSearch={list.setSearch} />}
          {csvPath && (
            <a href={`${csvPath}${list.query}`} download className={`${buttonStyle('secondary')} ml-auto`}>
              <Download aria-hidden /> Download CSV
            </a>
          )}
        </div>
      )}
      {error ? (
        <ErrorState
          message={errorText(error, `Failed to load ${name}. Please try again.`)}
          onRetry={list.retry}
          busy={list.busy}
        />
      ) : items?.length === 0 ? (
        <p className="rounded-card border border-border bg-surface px-4 py-12 text-center text-soft">
          {list.search ? `Nothing was found for “${list.search.trim()}”.` : empty}
        </p>
      ) : (
        <ListTable
          label={`List of ${name}`}
          {...{ columns, items, idOf, sort }}
          onSort={list.sortBy}
          isStale={list.isStale}
        />
      )}
      {(list.previousPage || list.nextPage) && (
        <div className="flex items-center justify-end gap-2">
          <p aria-live="polite" className="mr-2 text-sm text-soft tabular-nums">
            Page {list.page}
          </p>
          <Button variant="secondary" disabled={!list.previousPage} onClick={list.previousPage}>
            <ChevronLeft aria-hidden /> Previous
          </Button>
          <Button variant="secondary" disabled={!list.nextPage} onClick={list.nextPage}>
            Next <ChevronRight aria-hidden />
          </Button>
        </div>
      )}
    </div>
  );
}

function SearchField({
  label,
  initial = '',
  onSearch,
}: {
  label: string;
  initial: string | undefined;
  onSearch: (typed: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => search.current(typed), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className="w-full max-w-sm">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft" aria-hidden />
        <input
          id={id}
          type="search"
          value={typed ?? initial}
          onChange={(event) => setTyped(event.target.value)}
          {...SEARCH_INPUT}
          className={fieldStyle('pl-9')}
        />
      </div>
    </div>
  );
}
