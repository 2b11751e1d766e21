import type { ReactElement } from 'react';
import type { BlockOf } from '../../../contract/blocks/blocks.ts';
import { FORM_MAX } from '../../../contract/page-forms/page-forms.ts';
import { formPages } from '../../../contract/page-forms/paths.ts';
import { Field, type FormFields, HiddenFields } from './form-fields.tsx';

interface ContactFormProps {
  handle: string;
  block: Pick<BlockOf<'contact'>, 'title' | 'note'>;
  fields: FormFields;
}

/** A form that writes to the owner of a page. It works without script. */
export function ContactForm({ handle, block: { title, note }, fields }: ContactFormProps): ReactElement {
  return (
    <form className="np-form" method="post" action={formPages.form(handle, 'contact')}>
      <h2 dir="auto">{title ?? 'Write to me'}</h2>
      {note && <p dir="auto">{note}</p>}
      <Field form="contact" name="name" label="Your name" maxLength={FORM_MAX.name} fields={fields} />
      <Field form="contact" name="email" label="Your email" maxLength={FORM_MAX.email} fields={fields} />
      <Field form="contact" name="message" label="Message" maxLength={FORM_MAX.message} fields={fields} />
      <HiddenFields {...fields} />
      <button type="submit">Send</button>
    </form>
  );
}
