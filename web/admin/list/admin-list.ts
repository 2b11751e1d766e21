import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ItemOf, type List, readPage } from '../../api/client.ts';

const PAGE_SIZE = 50;

/** The state of one admin list: the current page, search, sort order and pagination. */
export type AdminList<Item> = Omit<ReturnType<typeof useAdminList>, 'items'> & { items: Item[] | undefined };

/**
 * Reads a list page by page, searched and sorted by the server. `fixed` are parameters of every
 * page; a list that changes them needs a new key.
 */
export function useAdminList<C extends List>(made: C, fixed: Record<string, string> = {}, initialSearch = '') {
  const [search, setSearch] = useState(initialSearch);
  const [sort, setSort] = useState('');
  // Paths of the pages after the first one, up to the current one.
  const [pageTrail, setPageTrail] = useState<string[]>([]);
  const filters = new URLSearchParams({ ...fixed, ...(search && { search }), ...(sort && { sort }) });
  const firstPath = `${made.path}?${new URLSearchParams([['limit', String(PAGE_SIZE)], ...filters])}`;
  const currentPath = pageTrail.at(-1) ?? firstPath;
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [made.path, currentPath],
    queryFn: ({ signal }) => readPage(made, currentPath, signal),
    placeholderData: keepPreviousData,
  });
  const next = data?.next ?? null;

  return {
    items: data?.items as ItemOf<C>[] | undefined,
    error: isFetching && !data ? null : error,
    isPending,
    busy: isFetching,
    /** The items belong to the previous query. */
    isStale: isPlaceholderData,
    retry: () => void refetch(),
    search,
    sort,
    /** The search and sort parameters, for the CSV export. */
    query: filters.size > 0 ? `?${filters}` : '',
    page: pageTrail.length + 1,
    setSearch(typed: string) {
      setSearch(typed);
      setPageTrail([]);
    },
    /** Sorts by a column, or reverses the order if the list is already sorted by it. */
    sortBy(column: string) {
      setSort(sort === column ? `-${column}` : column);
      setPageTrail([]);
    },
    nextPage: next === null || isPlaceholderData ? undefined : () => setPageTrail([...pageTrail, next]),
    previousPage: pageTrail.length === 0 ? undefined : () => setPageTrail(pageTrail.slice(0, -1)),
  };
}
