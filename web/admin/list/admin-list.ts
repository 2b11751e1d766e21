import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoadSchema, readPage } from '../../api/client.ts';

const PAGE = 50;

/** One list of the admin area: what is shown of it, and the ways to see the rest. */
export type AdminList<Item> = ReturnType<typeof useAdminList<Item>>;

/** Reads a list page by page, searched and sorted by the server. `path` is also the key under which it is kept. */
export function useAdminList<Item>(path: string, load: LoadSchema<Item[]>) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState('');
  // The addresses of the pages that lead to the one shown; empty for the first.
  const [way, setWay] = useState<string[]>([]);
  const asked = new URLSearchParams({ ...(search && { search }), ...(sort && { sort }) });
  const first = `${path}?${new URLSearchParams([['limit', String(PAGE)], ...asked])}`;
  const address = way.at(-1) ?? first;
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [path, address],
    queryFn: ({ signal }) => readPage(address, load, signal),
    placeholderData: keepPreviousData,
  });
  const next = data?.next ?? null;

  return {
    items: data?.items,
    error: isFetching && !data ? null : error,
    isPending,
    busy: isFetching,
    /** What is shown belongs to the question before this one. */
    isStale: isPlaceholderData,
    retry: () => void refetch(),
    search,
    sort,
    /** What was asked for, to ask for the whole of it. */
    query: asked.size > 0 ? `?${asked}` : '',
    page: way.length + 1,
    setSearch(typed: string) {
      setSearch(typed);
      setWay([]);
    },
    /** Sorts by a column; by the one that is sorted by already, the other way round. */
    sortBy(column: string) {
      setSort(sort === column ? `-${column}` : column);
      setWay([]);
    },
    goOn: next === null || isPlaceholderData ? undefined : () => setWay([...way, next]),
    goBack: way.length === 0 ? undefined : () => setWay(way.slice(0, -1)),
  };
}
