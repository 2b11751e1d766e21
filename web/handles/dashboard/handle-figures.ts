import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HandleFigures } from '../../../contract/dashboard/dashboard.ts';
import { dashboardCalls } from '../../../contract/dashboard/paths.ts';
import { calls } from '../../../contract/paths.ts';
import { readPage } from '../../api/client.ts';

const loadFigures = async () => (await import('../../../contract/dashboard/dashboard.ts')).handleFiguresList;

/** The figures of a handle; undefined while they are loading, null if they could not be loaded. */
export type FiguresOf = (handleId: number) => HandleFigures | null | undefined;

/** Loads the figures of these pages of `GET /api/handles`, beside the handles and again on every visit of the screen. */
export function useHandleFigures(pages: readonly string[]): FiguresOf {
  const { figures, isPending } = useQueries({
    queries: pages.map((page) => ({
      queryKey: [dashboardCalls.handleFigures(), page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readPage(page.replace(calls.handles(), dashboardCalls.handleFigures()), loadFigures, signal),
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
