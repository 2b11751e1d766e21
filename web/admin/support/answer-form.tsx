import { Send } from 'lucide-react';
import { MAX_SUPPORT_TEXT } from '../../../contract/support/support.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Textarea } from '../../ui/form/textarea.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useAnswer } from './use-answer.ts';

/** Sends an answer to the person by email. */
export function AnswerForm({ id, email }: { id: number; email: string }) {
  const { mutate, isPending } = useAnswer(() => reset());
  const { errors, reset, form, input } = useForm(
    { text: '' },
    {
      busy: isPending,
      onSubmit({ text }) {
        if (text.trim() === '') return { text: 'Please write an answer.' };
        mutate({ id, text });
      },
    },
  );

  return (
    <form {...form} aria-label="Answer" className="grid grid-cols-1 gap-3">
      <Field
        label="Your answer"
        help={
          <span className="wrap-anywhere">
            Sent by email to {email}, without your name. Replies go to the support mailbox.
          </span>
        }
        error={errors.text}
      >
        {(control) => <Textarea {...control} {...input('text')} maxLength={MAX_SUPPORT_TEXT} />}
      </Field>
      <Button type="submit" variant="brand" busy={isPending}>
        <Send aria-hidden /> Send answer
      </Button>
    </form>
  );
}
