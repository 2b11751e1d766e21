import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { FirstRunRequest } from '../../contract/dashboard/dashboard.ts';
import { putFirstRun } from '../../contract/dashboard/dashboard.ts';
import { call } from '../api/client.ts';
import { currentUserQuery } from './current-user.ts';

/** Returns a function that advances the account's first run, in the cache first and then on the server. */
export function useAdvanceFirstRun(): (state: FirstRunRequest['state']) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (state) => {
      client.setQueryData(currentUserQuery.queryKey, (user) => {
        if (!user) return user;
        const { firstRun: _, ...rest } = user;
        return state === 'ended' ? rest : { ...rest, firstRun: state };
      });
      await call(putFirstRun, { body: { state } });
    },
    [client],
  );
}
