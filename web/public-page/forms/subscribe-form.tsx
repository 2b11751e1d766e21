import type { ReactElement } from 'react';
import type { BlockOf } from '../../../contract/blocks/blocks.ts';
import { pages } from '../../../contract/paths.ts';
import { type FormFields, HiddenFields } from './form-fields.tsx';

interface SubscribeFormProps {
  handle: string;
  block: BlockOf<'subscribe'>;
  fields: FormFields;
}

/** A form that signs up for the email list of a page. It works without script. */
export function SubscribeForm({ handle, block: { title, note }, fields }: SubscribeFormProps): ReactElement {
  return (
    <form className="np-form" method="post" action={`${pages.profile(handle)}/subscribe`}>
      <h2 dir="auto">{title ?? 'Get news by email'}</h2>
      {note && <p dir="auto">{note}</p>}
      <label>
        Email
        <input name="email" type="email" autoComplete="email" maxLength={254} required />
      </label>
      <HiddenFields {...fields} />
      <button type="submit">Sign up</button>
    </form>
  );
}
