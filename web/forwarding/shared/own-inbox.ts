import { useQueryClient } from '@tanstack/react-query';
import { pathOf } from '../../../contract/call.ts';
import { getForwardings, postForwarding } from '../../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { putReplyMode, type ReplyMode } from '../../../contract/sending/reply-mode.ts';
import { call, send } from '../../api/client.ts';
import { showFailure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { handlesKey } from '../../own-handles/own-handles.ts';
import { toast } from '../../ui/toast/toast-store.ts';

interface OwnInbox {
  handle: Pick<Handle, 'id' | 'handle'>;
  /** The address of the signed-in account. */
  address: string;
  /** How mail reaches the inbox, if that changes. */
  replyMode?: ReplyMode | undefined;
}

/** Forwards the mail of a handle to the address of the account. Signing in has verified it, so no email is sent. */
export function useOwnInbox(onDone?: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: async ({ handle, address, replyMode }: OwnInbox) => {
      if (replyMode) await call(putReplyMode, { id: handle.id, body: { mode: replyMode } });
      const body = { handleId: handle.id, forwardingEmail: address, own: true as const };
      return send(postForwarding, { body });
    },
    onSuccess: (_saved, { handle, address }) => {
      toast({ title: 'Mail is on', description: `Mail to ${handle.handle} goes to ${address}.` });
      onDone?.();
    },
    onError: (error) => showFailure(error),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [pathOf(getForwardings)] }),
        client.invalidateQueries({ queryKey: handlesKey }),
      ]),
  });
}
