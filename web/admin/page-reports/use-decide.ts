import { useQueryClient } from '@tanstack/react-query';
import { type AppealDecision, adminCaseDetails, type CaseDecision } from '../../../contract/page-reports/cases.ts';
import { reportCalls } from '../../../contract/page-reports/paths.ts';
import { calls } from '../../../contract/paths.ts';
import { call } from '../../api/client.ts';
import { showFailure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { toast } from '../../ui/toast/toast-store.ts';

type Sent = { path: string; body: CaseDecision | AppealDecision };

/** Sends a decision about reports or about an appeal. */
export function useDecide(onDone: () => void) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ path, body }: Sent) => `${path} ${JSON.stringify(body)}`,
    mutationFn: ({ path, body }: Sent) => call(path, async () => adminCaseDetails, { method: 'POST', body }),
    onSuccess: ({ handle }) => {
      onDone();
      toast({ title: 'Success', description: `The reports about ${handle} are decided` });
    },
    onError: (error) => showFailure(error),
    onSettled: () => {
      const lists = [
        calls.adminList('handles'),
        calls.adminList('profiles'),
        calls.adminStats(),
        calls.adminWaiting(),
        calls.adminAudit(),
      ];
      for (const path of [reportCalls.adminCases(), ...lists]) void client.invalidateQueries({ queryKey: [path] });
    },
  });
}
