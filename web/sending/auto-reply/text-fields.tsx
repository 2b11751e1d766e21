import { UserRound } from 'lucide-react';
import { useRef } from 'react';
import { MAX_AUTO_REPLY_SUBJECT, MAX_AUTO_REPLY_TEXT, SENDER_NAME } from '../../../contract/sending/auto-reply.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Textarea } from '../../ui/form/textarea.tsx';
import type { AutoReplyErrors } from './use-save-auto-reply.ts';
import type { AutoReplyValues } from './values.ts';

export interface FieldsProps {
  values: AutoReplyValues;
  errors: AutoReplyErrors;
  change: (changed: Partial<AutoReplyValues>) => void;
}

/** Subject and text, with a button that inserts the placeholder of the sender's name. */
export function TextFields({ values, errors, change }: FieldsProps) {
  const subject = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const lastField = useRef<'subject' | 'text'>('text');

  /** Inserts the placeholder at the cursor of the field that had the focus last. */
  function insertName() {
    const field = lastField.current;
    const element = field === 'subject' ? subject.current : text.current;
    if (!element) return;
    const start = element.selectionStart ?? element.value.length;
    const end = element.selectionEnd ?? start;
    const next = element.value.slice(0, start) + SENDER_NAME + element.value.slice(end);
    if (next.length > (field === 'subject' ? MAX_AUTO_REPLY_SUBJECT : MAX_AUTO_REPLY_TEXT)) return;
    change({ [field]: next });
    element.focus();
    // After React has written the new value.
    requestAnimationFrame(() => {
      const cursor = start + SENDER_NAME.length;
      element.setSelectionRange(cursor, cursor);
    });
  }

  return (
    <div className="grid grid-cols-1 gap-4 p-4 sm:p-6">
      <Field label="Subject" error={errors.subject}>
        {(control) => (
          <Input
            {...control}
            ref={subject}
            value={values.subject}
            maxLength={MAX_AUTO_REPLY_SUBJECT}
            placeholder="I am away until Monday"
            onFocus={() => {
              lastField.current = 'subject';
            }}
            onChange={(event) => change({ subject: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Text"
        error={errors.text}
        help={`${SENDER_NAME} becomes the name of the person who wrote, or “there” if we do not know it.`}
      >
        {(control) => (
          <Textarea
            {...control}
            ref={text}
            className="min-h-40"
            value={values.text}
            maxLength={MAX_AUTO_REPLY_TEXT}
            placeholder={`Hello ${SENDER_NAME},\n\nthank you for your message. I am back on Monday and will answer then.`}
            onFocus={() => {
              lastField.current = 'text';
            }}
            onChange={(event) => change({ text: event.target.value })}
          />
        )}
      </Field>
      <Button variant="secondary" className="justify-self-start" onClick={insertName}>
        <UserRound aria-hidden /> Insert the sender’s name
      </Button>
    </div>
  );
}
