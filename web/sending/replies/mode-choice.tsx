import { type ReactNode, useId } from 'react';
import type { ReplyMode, ReplyModeSettings } from '../../../contract/sending/reply-mode.ts';
import { useSite } from '../../api/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { useReplyModeChange } from './reply-mode-query.ts';

interface ModeChoiceProps {
  handleId: number;
  address: string;
  settings: ReplyModeSettings;
}

interface Choice {
  mode: ReplyMode;
  title: string;
  /** The From field in the example. */
  from: ReactNode;
  points: string[];
}

/** The two ways in which mail reaches the inbox, side by side. */
export function ModeChoice({ handleId, address, settings }: ModeChoiceProps) {
  const name = useId();
  const { mailDomain } = useSite();
  const { mutate } = useReplyModeChange(handleId);
  const choices: Choice[] = [
    {
      mode: 'pass-through',
      title: 'Pass mail through unchanged',
      from: 'Alice <alice@shop.example>',
      points: [
        'Each message arrives byte for byte as it was sent, so the signatures of its sender stay valid.',
        'A reply goes straight to Alice and shows the address of your inbox, unless your mail program sends from this handle.',
      ],
    },
    {
      mode: 'reply',
      title: 'Reply from the handle',
      from: `"Alice (alice at shop.example)" <reply-k7h3qd2mx5@${mailDomain}>`,
      points: [
        `Press Reply as always: Alice gets it from ${address}. Reply to all works, too.`,
        'From shows a reply address for Alice, and we sign the copy. The copy is no longer byte for byte what she sent.',
        'Only mail from your verified inbox is sent on. Nobody else can use the address.',
      ],
    },
  ];
  return (
    <fieldset className="grid gap-3 md:grid-cols-2">
      <legend className="sr-only">How mail reaches your inbox</legend>
      {choices.map(({ mode, title, from, points }) => (
        <label
          key={mode}
          className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 gap-y-3 rounded-card border border-field bg-surface p-4 shadow-soft transition-colors has-checked:border-accent has-checked:bg-accent-surface has-focus-visible:ring-3 has-focus-visible:ring-focus/40"
        >
          <input
            type="radio"
            name={name}
            value={mode}
            checked={settings.mode === mode}
            onChange={() => mutate({ mode })}
            className="mt-0.5 size-5 shrink-0 accent-(--accent) outline-none"
          />
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
            {title}
            {mode === 'pass-through' && <Badge>Default</Badge>}
          </span>
          <span className="col-span-2 grid grid-cols-1 gap-3 text-sm">
            <span className="block rounded-control border border-border bg-surface px-3 py-2 text-text">
              <span className="block text-xs text-soft">Alice writes to you. Your inbox shows:</span>
              <span className="mt-0.5 block text-xs/relaxed wrap-anywhere">
                <span className="font-semibold">From:</span> {from}
              </span>
            </span>
            {points.map((point) => (
              <span key={point} className="block wrap-anywhere text-soft">
                {point}
              </span>
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
