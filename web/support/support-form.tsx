import { Send } from 'lucide-react';
import { useId } from 'react';
import { formatCount } from '../../contract/counts.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { hasRight } from '../../contract/roles.ts';
import { MAX_SUPPORT_SUBJECT, MAX_SUPPORT_TEXT, type NewSupportRequest } from '../../contract/support/support.ts';
import { useSite } from '../api/site.ts';
import { ActionError } from '../ui/action-error.tsx';
import { Card } from '../ui/card.tsx';
import { LeaveGuard } from '../ui/dialog/leave-guard.tsx';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { Input } from '../ui/form/input.tsx';
import { Select } from '../ui/form/select.tsx';
import { Textarea } from '../ui/form/textarea.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { draftOf, refundNote, TOPICS, type Topic } from './refund-draft.ts';
import { useSendRequest } from './use-send-request.ts';

interface SupportFormProps {
  /** Undefined if they could not be loaded. */
  handles: readonly Handle[] | undefined;
  startWith: { topic: Topic; handleId: number | null };
  onSent: (sent: { id: number; priority: boolean }) => void;
}

/** The form for a message to support: subject, text and handle. Asks before a text is lost. */
export function SupportForm({ handles, startWith, onSent }: SupportFormProps) {
  const { problem, busy, clearProblem, send } = useSendRequest(onSent, (found) => fail(found));
  const { values, errors, change, fail, form } = useForm(
    // Null until something is typed: the draft follows topic and handle.
    { ...startWith, subject: null as string | null, text: null as string | null, attach: false },
    {
      busy,
      onChange: clearProblem,
      onSubmit: () => send(request()),
    },
  );
  const { topic, handleId } = values;
  const handle = handles?.find(({ id }) => id === handleId);
  const { paidPlans } = useSite();
  const draft = draftOf(topic, handle);
  const subject = values.subject ?? draft.subject;
  const text = values.text ?? draft.text;
  const mayAttach = handle !== undefined && hasRight(handle, 'mail');

  function request(): NewSupportRequest {
    return {
      subject,
      text,
      ...(handle && { handleId: handle.id }),
      ...(mayAttach && values.attach && { attachDeliveries: true }),
    };
  }

  return (
    <Card>
      <form {...form} aria-label="Message to support" className="grid grid-cols-1 gap-5">
        {paidPlans !== false && (
          <Field label="Topic" help={topic === 'refund' && refundNote(handle)}>
            {(control) => (
              <Select {...control} value={topic} onChange={(event) => change({ topic: event.target.value as Topic })}>
                {Object.entries(TOPICS).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label="Subject" error={errors.subject}>
          {(control) => (
            <Input
              {...control}
              value={subject}
              maxLength={MAX_SUPPORT_SUBJECT}
              placeholder="Mail from my bank does not arrive"
              readOnly={busy}
              onChange={(event) => change({ subject: event.target.value })}
            />
          )}
        </Field>
        {handles?.length !== 0 && (
          <Field
            label="Handle"
            help={!handles && 'Your handles could not be loaded. Please name the handle in your message.'}
          >
            {(control) => (
              <Select
                {...control}
                value={handleId ?? ''}
                disabled={!handles}
                onChange={(event) => change({ handleId: Number(event.target.value) || null })}
              >
                <option value="">No particular handle</option>
                {handles?.map(({ id, handle: name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label="Message" error={errors.text} help={roomLeft(text)}>
          {(control) => (
            <Textarea
              {...control}
              className="min-h-48"
              value={text}
              maxLength={MAX_SUPPORT_TEXT}
              placeholder="What did you do, what happened, and what did you expect?"
              readOnly={busy}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
        </Field>
        {mayAttach && <AttachChoice checked={values.attach} onChange={(attach) => change({ attach })} />}
        <ActionError>{problem}</ActionError>
        <Button type="submit" variant="brand" busy={busy} className="justify-self-start max-sm:w-full">
          <Send aria-hidden /> Send message
        </Button>
      </form>
      <LeaveGuard active={text.trim() !== draft.text || subject.trim() !== draft.subject} />
    </Card>
  );
}

/** Returns how many characters are left once a text is long. */
function roomLeft(text: string): string | undefined {
  const left = MAX_SUPPORT_TEXT - text.length;
  return left > 500 ? undefined : `${formatCount(left)} characters left`;
}

function AttachChoice({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <div>
      <label className="-ml-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 py-2 hover:bg-hover">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 shrink-0 cursor-pointer accent-(--accent)"
        />
        <span className="min-w-0 font-medium">Attach its latest delivery problems</span>
      </label>
      <p id={id} className="text-sm text-pretty text-soft">
        Up to 20 messages that failed or are delayed: the time, the other address, and the reply of the mail server, but
        never the content.
      </p>
    </div>
  );
}
