import { useQueryClient } from '@tanstack/react-query';
import { pathOf } from '../../../contract/call.ts';
import { putReplyMode, type ReplyModeSettings } from '../../../contract/sending/reply-mode.ts';
import { call } from '../../api/client.ts';
import { showFailure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { saveVersioned } from '../../api/versioned-save.ts';
import { replyModeQuery } from '../../forwarding/shared/reply-mode.ts';

export type ReplyModeEdit = Partial<Pick<ReplyModeSettings, 'mode' | 'allowInboxInText'>>;

/** Changes the mode or the switch, optimistically. Changes are serialized, because each one sends both. */
export function useReplyModeChange(handleId: number) {
  const client = useQueryClient();
  const { queryKey } = replyModeQuery(handleId);
  return useAction({
    // The second click of a double click on the switch would undo the first.
    keyOf: (edit: ReplyModeEdit) => edit.mode ?? 'inbox in text',
    mutationKey: queryKey,
    scope: { id: pathOf(putReplyMode, { id: handleId }) },
    mutationFn: async (edit: ReplyModeEdit) => {
      const shown = await client.ensureQueryData(replyModeQuery(handleId));
      const put = (base: ReplyModeSettings) =>
        call(putReplyMode, { id: handleId, body: { mode: base.mode, ...edit }, version: base.version });
      // Another field that was changed elsewhere keeps its value, so the edits never conflict.
      const saved = await saveVersioned(shown, put, () => false);
      client.setQueryData(queryKey, saved);
    },
    onMutate: async (edit) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (current) => current && { ...current, ...edit });
      return before;
    },
    onError: (error, _edit, before) => {
      client.setQueryData(queryKey, before);
      showFailure(error);
      void client.invalidateQueries({ queryKey });
    },
  });
}
