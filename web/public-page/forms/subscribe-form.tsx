import type { ReactElement } from 'react';
import type { BlockOf } from '../../../contract/blocks/blocks.ts';
import { DEFAULT_WORDING, FORM_MAX } from '../../../contract/page-forms/page-forms.ts';
import { formPages } from '../../../contract/page-forms/paths.ts';
import { Field, type FormFields, HiddenFields } from './form-fields.tsx';

interface SubscribeFormProps {
  handle: string;
  block: Pick<BlockOf<'subscribe'>, 'title' | 'note'>;
  fields: FormFields;
}

/**
 * The form for joining the email list of a page. It works without script. The note is the text that people agree to.
 */
export function SubscribeForm({ handle, block: { title, note }, fields }: SubscribeFormProps): ReactElement {
  return (
    <form className="np-form" method="post" action={formPages.form(handle, 'subscribe')}>
      <h2 dir="auto">{title ?? 'Get news by email'}</h2>
      <p dir="auto">{note ?? DEFAULT_WORDING}</p>
      <Field form="subscribe" name="email" label="Your email" maxLength={FORM_MAX.email} fields={fields} />
      <HiddenFields {...fields} />
      <button type="submit">Sign up</button>
    </form>
  );
}
