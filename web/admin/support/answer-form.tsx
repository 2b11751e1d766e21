import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { MAX_SUPPORT_TEXT } from '../../../contract/support/support.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Textarea } from '../../ui/form/textarea.tsx';
import { useAnswer } from './use-answer.ts';

/** Sends an answer to the person by email. */
export function AnswerForm({ id, email }: { id: number; email: string }) {
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const { mutate, isPending } = useAnswer(() => {
    setText('');
    setTried(false);
  });
  const isMissing = isTried && text.trim() === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!isPending && text.trim() !== '') mutate({ id, text });
  }

  return (
    <form noValidate aria-label="Answer" onSubmit={submit} className="grid grid-cols-1 gap-3">
      <Field
        label="Your answer"
        help={
          <span className="wrap-anywhere">
            By email to {email}, without your name. A reply goes to the support mailbox.
          </span>
        }
        error={isMissing ? 'Please write an answer.' : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            value={text}
            maxLength={MAX_SUPPORT_TEXT}
            readOnly={isPending}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="brand" busy={isPending}>
        <Send aria-hidden /> Send answer
      </Button>
    </form>
  );
}
