import { X } from 'lucide-react';
import { useForm } from 'react-hook-form';
import type { Forwarding } from '../../../contract/forwarding.ts';
import type { MailPolicy } from '../../../contract/mail-policy.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { PolicyPart } from './policy-part.tsx';
import { usePolicyChange } from './policy-query.ts';
import { readLists } from './read-lists.ts';

/** Mailing lists whose mail is forwarded although it fails the DMARC policy of its author. */
export function AllowedLists({ record, policy: { allowedLists } }: { record: Forwarding; policy: MailPolicy }) {
  const { mutate } = usePolicyChange(record.id);
  const { register, handleSubmit, setError, clearErrors, reset, formState } = useForm({ defaultValues: { lists: '' } });

  async function add({ lists }: { lists: string }) {
    const { allowedList, MAX_ALLOWED_LISTS } = await import('../../../contract/mail-policy.ts');
    const { good, bad } = readLists(lists, allowedList);
    const message =
      bad.length > 0
        ? `This is not a List-Id or a domain: ${bad[0]}`
        : good.length === 0
          ? 'Please enter a List-Id, such as team.lists.example.org.'
          : new Set([...allowedLists, ...good]).size > MAX_ALLOWED_LISTS
            ? `You can allow at most ${MAX_ALLOWED_LISTS} lists.`
            : null;
    if (message) return setError('lists', { message }, { shouldFocus: true });
    reset();
    mutate((now) => ({ allowedLists: [...new Set([...now.allowedLists, ...good])].sort() }));
  }

  return (
    <PolicyPart
      title="Allowed mailing lists"
      words="Some lists change messages, which breaks the sender’s signature. If the sender’s domain asks for that (DMARC), such mail is refused, because forgeries look the same. Mail from a list that you allow here is forwarded if the list signed it."
    >
      <form noValidate onSubmit={handleSubmit(add)} className="flex items-start gap-2.5">
        <div className="min-w-0 flex-1">
          <Field
            label={<span className="sr-only">List-Id or domain of a mailing list</span>}
            help="The List-Id is in the headers of each message. A domain allows all its lists."
            error={formState.errors.lists?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...register('lists', { onChange: () => clearErrors() })}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                enterKeyHint="done"
                placeholder="team.lists.example.org"
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="secondary" className="mt-1.5">
          Allow
        </Button>
      </form>
      {allowedLists.length > 0 && (
        <ul aria-label="Allowed lists" className="flex flex-wrap gap-2">
          {allowedLists.map((listId) => (
            <li key={listId} className="flex max-w-full items-center rounded-full bg-muted pl-3.5 text-sm">
              <span className="min-w-0 py-1.5 wrap-anywhere">{listId}</span>
              <button
                type="button"
                aria-label={`Remove ${listId}`}
                onClick={() =>
                  mutate((now) => ({ allowedLists: now.allowedLists.filter((allowed) => allowed !== listId) }))
                }
                className="grid size-11 shrink-0 place-items-center rounded-full text-soft transition-colors hover:bg-hover hover:text-text"
              >
                <X className="size-4" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </PolicyPart>
  );
}
