import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pathOf } from '../../../contract/call.ts';
import type { MailPolicy, MailPolicyChanges } from '../../../contract/forwarding/mail-policy.ts';
import { getMailPolicy, patchMailPolicy } from '../../../contract/forwarding/mail-policy.ts';
import { call } from '../../api/client.ts';
import { showFailure } from '../../api/failure.ts';
import { saveVersioned } from '../../api/versioned-save.ts';
import { policyQuery } from './policy-query.ts';

/** Rules that are updated optimistically and rolled back if the server refuses. */
type OptimisticChanges = Pick<MailPolicyChanges, 'whenOff' | 'blocked' | 'allowedLists' | 'keepSubjects'>;

/** Derives the change from the current rules. Must be idempotent, because it is applied again after a conflict. */
type Change = (current: MailPolicy) => OptimisticChanges;

/** Changes mail rules. Changes are serialized, because each one sends a whole list. */
export function usePolicyChange(recordId: number) {
  const client = useQueryClient();
  const { queryKey } = policyQuery(recordId);
  return useMutation({
    mutationKey: queryKey,
    scope: { id: pathOf(getMailPolicy, { id: recordId }) },
    mutationFn: async (change: Change) => {
      const current = await client.ensureQueryData(policyQuery(recordId));
      const send = (base: MailPolicy) =>
        call(patchMailPolicy, { id: recordId, body: change(base), version: base.version });
      // A change is derived from the stored rules, so it never conflicts with another one.
      const { version } = await saveVersioned(current, send, () => false);
      client.setQueryData(queryKey, (shown) => shown && { ...shown, version });
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (current) => current && merge(current, change(current)));
      return before;
    },
    onError: (error, _change, before) => {
      client.setQueryData(queryKey, before);
      showFailure(error, 'That could not be saved. Please try again.');
    },
    // Refetching while another change is pending would briefly show the old rules.
    onSettled: () => (client.isMutating({ mutationKey: queryKey }) > 1 ? null : client.invalidateQueries({ queryKey })),
  });
}

function merge(current: MailPolicy, { whenOff, blocked, allowedLists, keepSubjects }: OptimisticChanges): MailPolicy {
  return {
    ...current,
    whenOff: whenOff ?? current.whenOff,
    blocked: blocked ?? current.blocked,
    allowedLists: allowedLists ?? current.allowedLists,
    keepSubjects: keepSubjects ?? current.keepSubjects,
  };
}
