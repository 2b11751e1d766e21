import type { ReactElement } from 'react';

/** Values of hidden fields. */
export interface FormFields {
  /** States that we drew the form, and when. */
  form?: string | undefined;
}

/** The hidden field, and a field that people do not see and programs fill in. */
export function HiddenFields({ form }: FormFields): ReactElement {
  return (
    <>
      {form !== undefined && <input type="hidden" name="form" value={form} />}
      <span className="np-trap" aria-hidden="true">
        <input name="website" tabIndex={-1} autoComplete="off" />
      </span>
    </>
  );
}
