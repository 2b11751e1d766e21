import { Search } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { SEARCH_INPUT } from '../list/search-input.ts';
import { TracedMail } from './traced-mail.tsx';

/** What happened to mail of a handle, or to one message. `?of=` is what was looked up, so that it can be linked. */
export function MailTraceTab() {
  const [query, setQuery] = useSearchParams();
  const of = query.get('of') ?? '';
  const { form, input } = useForm(
    { of },
    {
      onSubmit({ of: typed }) {
        const next = new URLSearchParams(query);
        if (typed.trim() === '') next.delete('of');
        else next.set('of', typed.trim());
        setQuery(next, { replace: true });
      },
    },
  );

  return (
    <div className="grid grid-cols-1 gap-4">
      <form {...form} className="flex flex-wrap items-start gap-3" aria-label="Look up mail">
        <div className="w-full max-w-md">
          <Field
            label="Handle, its address, or the id of a message"
            help="Our replies to senders have the id: “250 Ok: taken as ...”. Each look is written to the audit log."
          >
            {(control) => <Input {...control} {...input('of')} {...SEARCH_INPUT} />}
          </Field>
        </div>
        <Button type="submit" variant="secondary" className="sm:mt-6.5">
          <Search aria-hidden /> Look up
        </Button>
      </form>
      {of !== '' && <TracedMail key={of} of={of} />}
    </div>
  );
}
