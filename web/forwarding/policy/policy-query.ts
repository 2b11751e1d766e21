import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MailPolicy, MailPolicyChanges } from '../../../contract/mail-policy.ts';
import { calls } from '../../../contract/paths.ts';
import { call } from '../../api/client.ts';
import { errorText } from '../../api/error-text.ts';
import { resourceQuery } from '../../api/query-client.ts';
import { saveVersioned } from '../../api/versioned-save.ts';
import { toast } from '../../ui/toast/toast-store.ts';

const loadPolicy = async () => (await import('../../../contract/mail-policy.ts')).mailPolicy;

/** What the owner of a forwarding record wishes. */
export function policyQuery(recordId: number) {
  return {
    ...resourceQuery(calls.mailPolicy(recordId), loadPolicy),
    // A mailed link or the mail system may have changed it: each visit looks anew.
    staleTime: 0,
  };
}

/** Wishes that show at once, and are taken back when the server refuses. */
type Shown = Pick<MailPolicyChanges, 'whenOff' | 'blocked' | 'allowedLists' | 'keepSubjects'>;

/** The change as it follows from how things stand; done twice, it changes nothing more. */
type Change = (now: MailPolicy) => Shown;

/** Changes a policy. One change goes after the other, since a list is sent whole. */
export function usePolicyChange(recordId: number) {
  const client = useQueryClient();
  const { queryKey } = policyQuery(recordId);
  return useMutation({
    mutationKey: queryKey,
    scope: { id: calls.mailPolicy(recordId) },
    mutationFn: async (change: Change) => {
      const now = await client.ensureQueryData(policyQuery(recordId));
      const send = (onTopOf: MailPolicy) =>
        call(calls.mailPolicy(recordId), loadPolicy, {
          method: 'PATCH',
          body: change(onTopOf),
          version: onTopOf.version,
        });
      // A change follows from whatever is stored, so nothing overlaps.
      const { version } = await saveVersioned(now, send, () => false);
      client.setQueryData(queryKey, (shown) => shown && { ...shown, version });
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (now) => now && merge(now, change(now)));
      return before;
    },
    onError: (error, _change, before) => {
      client.setQueryData(queryKey, before);
      toast({
        title: 'Error',
        description: errorText(error, 'That could not be saved. Please try again.'),
        variant: 'destructive',
      });
    },
    // What waits behind it would flicker otherwise.
    onSettled: () => (client.isMutating({ mutationKey: queryKey }) > 1 ? null : client.invalidateQueries({ queryKey })),
  });
}

function merge(now: MailPolicy, { whenOff, blocked, allowedLists, keepSubjects }: Shown): MailPolicy {
  return {
    ...now,
    whenOff: whenOff ?? now.whenOff,
    blocked: blocked ?? now.blocked,
    allowedLists: allowedLists ?? now.allowedLists,
    keepSubjects: keepSubjects ?? now.keepSubjects,
  };
}
