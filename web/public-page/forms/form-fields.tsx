import type { ReactElement } from 'react';
import { type PageForm, TOKEN_FIELD, TRAP_FIELD } from '../../../contract/page-forms/page-forms.ts';

/** The values with which the server fills a form. */
export interface FormFields {
  /** A token that states that we drew the form, and when; absent in previews. */
  form?: string | undefined;
  /** The previous input, by field. */
  values?: Readonly<Record<string, string>>;
  /** The error messages, by field. */
  errors?: Readonly<Record<string, string>>;
}

/** The hidden field, and a field that people do not see and programs fill in. */
export function HiddenFields({ form }: FormFields): ReactElement {
  return (
    <>
      {form !== undefined && <input type="hidden" name={TOKEN_FIELD} value={form} />}
      <span className="np-trap" aria-hidden="true">
        <input name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </span>
    </>
  );
}

interface FieldProps {
  /** A page may have both forms, and an id occurs once. */
  form: PageForm;
  name: 'name' | 'email' | 'message';
  label: string;
  maxLength: number;
  fields: FormFields;
}

/** A field with its label, its previous input and its error. */
export function Field({
  form,
  name,
  label,
  maxLength,
  fields: { values = {}, errors = {} },
}: FieldProps): ReactElement {
  const id = `np-${form}-${name}`;
  const error = errors[name];
  const shared = {
    id,
    name,
    maxLength,
    required: true,
    defaultValue: values[name],
    ...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` }),
  };
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {name === 'message' ? (
        <textarea {...shared} rows={4} dir="auto" />
      ) : name === 'email' ? (
        <input {...shared} type="email" autoComplete="email" />
      ) : (
        <input {...shared} autoComplete="name" dir="auto" />
      )}
      {error !== undefined && (
        <p className="np-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
