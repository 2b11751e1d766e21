import { useQueryClient } from '@tanstack/react-query';
import {
  getAdminAudit,
  getAdminHandles,
  getAdminProfiles,
  getAdminStats,
  getAdminWaiting,
} from '../../../contract/admin/admin.ts';
import { type BodyOf, type Call, pathOf } from '../../../contract/call.ts';
import type {
  AdminCaseDetails,
  postAdminAppealDecision,
  postAdminDecision,
} from '../../../contract/page-reports/cases.ts';
import { getAdminCases } from '../../../contract/page-reports/cases.ts';
import { call } from '../../api/client.ts';
import { showFailure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { toast } from '../../ui/toast/toast-store.ts';

/** Sends a decision about reports or about an appeal. */
export function useDecide<C extends typeof postAdminDecision | typeof postAdminAppealDecision>(
  made: C,
  id: number,
  onDone: () => void,
) {
  const client = useQueryClient();
  return useAction({
    keyOf: (body: BodyOf<C>) => JSON.stringify(body),
    mutationFn: (body: BodyOf<C>) => call<Call>(made, { id, body }) as Promise<AdminCaseDetails>,
    onSuccess: ({ handle }) => {
      onDone();
      toast({ title: 'Success', description: `The reports about ${handle} have been decided` });
    },
    onError: (error) => showFailure(error),
    onSettled: () => {
      const lists = [
        pathOf(getAdminHandles),
        pathOf(getAdminProfiles),
        pathOf(getAdminStats),
        pathOf(getAdminWaiting),
        pathOf(getAdminAudit),
      ];
      for (const path of [pathOf(getAdminCases), ...lists]) void client.invalidateQueries({ queryKey: [path] });
    },
  });
}
