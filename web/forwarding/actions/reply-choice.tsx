import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Handle } from '../../../contract/handles/handles.ts';
import { planHasFeature } from '../../../contract/payments/features.ts';
import type { ReplyMode } from '../../../contract/sending/reply-mode.ts';
import { useSite } from '../../api/site.ts';
import { replyModeQuery } from '../shared/reply-mode.ts';

interface Choice {
  /** The selected mode; undefined if the handle has no replies. */
  mode: ReplyMode | undefined;
  select: (mode: ReplyMode) => void;
  /** The mode to save; undefined if it is the stored one. */
  change: ReplyMode | undefined;
}

/**
 * Chooses how replies from the first inbox of a handle are sent: from the handle, unless the user selects otherwise or
 * the plan has no replies.
 */
export function useReplyChoice(handle: Handle, isFirstInbox: boolean): Choice {
  const [selected, select] = useState<ReplyMode>('reply');
  const { commonFeatures } = useSite();
  const mayReply = isFirstInbox && planHasFeature(handle.handle, 'sending', commonFeatures);
  const { data } = useQuery({ ...replyModeQuery(handle.id), enabled: mayReply });
  const mode = mayReply && data?.entitled ? selected : undefined;
  return { mode, select, change: mode === data?.mode ? undefined : mode };
}

/** Explains what a reply from the new inbox reveals, and offers a choice if the plan has replies. */
export function ReplyChoice({ handle, address, choice }: { handle: Handle; address: string; choice: Choice }) {
  const name = useId();
  const { paidPlans, commonFeatures } = useSite();
  if (choice.mode === undefined) {
    const isPaid = planHasFeature(handle.handle, 'sending', commonFeatures);
    return (
      <p className="mt-4 text-sm text-pretty text-soft">
        We never show this inbox to senders, but an ordinary reply from it does
        {isPaid || paidPlans === false ? '.' : '; handles on paid plans can reply from the handle instead.'}
      </p>
    );
  }
  const options: [mode: ReplyMode, title: string, effect: string][] = [
    ['reply', 'Reply from the handle', `People see ${address}. From shows a reply address for each sender.`],
    ['pass-through', 'Pass mail through unchanged', 'An ordinary reply shows this inbox to the person you answer.'],
  ];
  return (
    <fieldset className="mt-5 grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">When you press Reply</legend>
      {options.map(([mode, title, effect]) => (
        <label
          key={mode}
          className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-control border border-field px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-surface has-focus-visible:ring-3 has-focus-visible:ring-focus/40"
        >
          <input
            type="radio"
            name={name}
            value={mode}
            checked={choice.mode === mode}
            onChange={() => choice.select(mode)}
            className="mt-0.5 size-5 shrink-0 accent-(--accent) outline-none"
          />
          <span className="text-sm">
            <span className="block font-semibold">{title}</span>
            <span className="block wrap-anywhere text-soft">{effect}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
