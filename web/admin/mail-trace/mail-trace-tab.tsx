import { Search } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { SEARCH_INPUT } from '../list/search-input.ts';
import { TracedMail } from './traced-mail.tsx';

/** What happened to the mail of a handle, or to one message. `?of=` holds the search, which makes it linkable. */
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
            help="The id is in our replies to senders: “250 Ok: taken as ...”. Each lookup is recorded in the audit log."
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
