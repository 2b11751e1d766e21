import type { ReactElement } from 'react';
import type { BlockOf } from '../../../contract/blocks/blocks.ts';
import { pages } from '../../../contract/paths.ts';
import { type FormFields, HiddenFields } from './form-fields.tsx';

interface ContactFormProps {
  handle: string;
  block: BlockOf<'contact'>;
  fields: FormFields;
}

/** A form that writes to the owner of a page. It works without script. */
export function ContactForm({ handle, block: { title, note }, fields }: ContactFormProps): ReactElement {
  return (
    <form className="np-form" method="post" action={`${pages.profile(handle)}/contact`}>
      <h2 dir="auto">{title ?? 'Write to me'}</h2>
      {note && <p dir="auto">{note}</p>}
      <label>
        Name
        <input name="name" autoComplete="name" maxLength={80} required />
      </label>
      <label>
        Email
        <input name="email" type="email" autoComplete="email" maxLength={254} required />
      </label>
      <label>
        Message
        <textarea name="message" rows={4} maxLength={5000} required />
      </label>
      <HiddenFields {...fields} />
      <button type="submit">Send</button>
    </form>
  );
}
