import { useId } from 'react';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { MailPolicy } from '../../../contract/forwarding/mail-policy.ts';
import { PolicyPart } from './policy-part.tsx';
import { usePolicyChange } from './use-policy-change.ts';

const CHOICES = [
  {
    value: 'refuse',
    title: 'Refuse it',
    description: 'Senders are told immediately that this address does not accept mail.',
  },
  {
    value: 'drop',
    title: 'Accept and discard it',
    description: 'Senders get no notice. The mail is deleted and cannot be recovered.',
  },
] as const;

/** Chooses whether mail is refused or discarded while forwarding is off. */
export function RejectOrDiscard({ record, policy }: { record: Forwarding; policy: MailPolicy }) {
  const name = useId();
  const { mutate } = usePolicyChange(record.id);
  return (
    <PolicyPart
      title="While forwarding is off"
      description={
        record.isActive
          ? 'Applies when you turn off the switch above. It is on now.'
          : 'Applies now, because the switch above is off.'
      }
    >
      <fieldset className="grid gap-2.5 sm:grid-cols-2">
        <legend className="sr-only">Mail that arrives while forwarding is off</legend>
        {CHOICES.map(({ value, title, description }) => (
          <label
            key={value}
            className="flex cursor-pointer gap-3 rounded-control border border-field p-3.5 transition-colors has-checked:border-accent has-checked:bg-accent-surface has-focus-visible:ring-3 has-focus-visible:ring-focus/40"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={policy.whenOff === value}
              onChange={() => mutate(() => ({ whenOff: value }))}
              className="mt-0.5 size-5 shrink-0 accent-(--accent) outline-none"
            />
            <span className="text-sm">
              <span className="block font-medium">{title}</span>
              <span className="text-soft">{description}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </PolicyPart>
  );
}
