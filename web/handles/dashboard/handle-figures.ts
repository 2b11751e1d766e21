import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pathOf } from '../../../contract/call.ts';
import type { HandleFigures } from '../../../contract/dashboard/dashboard.ts';
import { getHandleFigures } from '../../../contract/dashboard/dashboard.ts';
import { getHandles } from '../../../contract/handles/handles.ts';
import { readPage } from '../../api/client.ts';

/** The figures of a handle; undefined while they are loading, null if they could not be loaded. */
export type FiguresOf = (handleId: number) => HandleFigures | null | undefined;

/**
 * Loads the figures for these pages of `GET /api/handles`, in parallel with the handles and again on every visit to the
 * screen.
 */
export function useHandleFigures(pages: readonly string[]): FiguresOf {
  const { figures, isPending } = useQueries({
    queries: pages.map((page) => ({
      queryKey: [pathOf(getHandleFigures), page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readPage(getHandleFigures, page.replace(getHandles.path, getHandleFigures.path), signal),
      staleTime: 0,
    })),
    combine,
  });
  return useMemo(() => {
    const byId = new Map(figures.map((one) => [one.id, one]));
    return (handleId) => byId.get(handleId) ?? (isPending ? undefined : null);
  }, [figures, isPending]);
}

function combine(results: { data: { items: HandleFigures[] } | undefined; isPending: boolean }[]) {
  return {
    figures: results.flatMap(({ data }) => data?.items ?? []),
    isPending: results.some(({ isPending }) => isPending),
  };
}
