import { X } from 'lucide-react';
import { type ClipboardEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Forwarding } from '../../../contract/forwarding.ts';
import type { MailPolicy } from '../../../contract/mail-policy.ts';
import { useSingleAction } from '../../api/use-action.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { PolicyPart } from './policy-part.tsx';
import { usePolicyChange } from './policy-query.ts';
import { readPatterns } from './read-patterns.ts';

/** So many stand there at first. */
const SHOWN = 12;

/** Senders and domains that are turned away. */
export function BlockedSenders({ record, policy: { blocked } }: { record: Forwarding; policy: MailPolicy }) {
  const { mutate } = usePolicyChange(record.id);
  const { register, handleSubmit, setValue, getValues, setError, clearErrors, reset, formState } = useForm({
    defaultValues: { patterns: '' },
  });
  const single = useSingleAction();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? blocked : blocked.slice(0, SHOWN);

  async function add({ patterns }: { patterns: string }) {
    const { blockPattern, MAX_BLOCKED_SENDERS } = await import('../../../contract/mail-policy.ts');
    const { good, bad } = readPatterns(patterns, blockPattern);
    const message =
      bad.length > 0
        ? `Not an address, nor @ and a domain: ${bad.slice(0, 3).join(', ')}${bad.length > 3 ? ` and ${bad.length - 3} more` : ''}`
        : good.length === 0
          ? 'Please enter an address, or @ and a domain.'
          : new Set([...blocked, ...good]).size > MAX_BLOCKED_SENDERS
            ? `At most ${MAX_BLOCKED_SENDERS} can be blocked.`
            : null;
    if (message) {
      setError('patterns', { message }, { shouldFocus: true });
      throw new Error(message);
    }
    reset();
    if (blocked.length + good.length > SHOWN) setShowsAll(true);
    mutate((now) => ({ blocked: [...new Set([...now.blocked, ...good])].sort() }));
  }

  /** A field of one line would join pasted lines without anything between them. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault();
    const typed = getValues('patterns');
    setValue('patterns', [typed.trim(), ...text.split(/[\r\n]+/)].filter((line) => line.trim() !== '').join(', '));
  }

  return (
    <PolicyPart
      title="Blocked senders"
      words="Their mail is refused at our door; they are told so. A domain stands for everybody there and below it."
    >
      <form
        noValidate
        onSubmit={handleSubmit((typed) => single(() => add(typed)))}
        className="flex items-start gap-2.5"
      >
        <div className="min-w-0 flex-1">
          <Field
            label={<span className="sr-only">Address or domain to block</span>}
            help="An address, or a whole domain such as @shop.example. Several at once: paste a list."
            error={formState.errors.patterns?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...register('patterns', { onChange: () => clearErrors() })}
                onPaste={paste}
                inputMode="email"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                enterKeyHint="done"
                placeholder="name@shop.example"
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="secondary" className="mt-1.5">
          Block
        </Button>
      </form>
      {blocked.length > 0 && (
        <ul aria-label="Blocked" className="flex flex-wrap gap-2">
          {shown.map((pattern) => (
            <li key={pattern} className="flex max-w-full items-center rounded-full bg-muted pl-3.5 text-sm">
              <span className="min-w-0 py-1.5 wrap-anywhere">{pattern}</span>
              <button
                type="button"
                aria-label={`Unblock ${pattern}`}
                onClick={() => mutate((now) => ({ blocked: now.blocked.filter((one) => one !== pattern) }))}
                className="grid size-11 shrink-0 place-items-center rounded-full text-soft transition-colors hover:bg-hover hover:text-text"
              >
                <X className="size-4" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {blocked.length > shown.length && (
        <Button variant="ghost" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {blocked.length}
        </Button>
      )}
    </PolicyPart>
  );
}
