import { safeParse } from 'zod/mini';
import type { $ZodType, output } from 'zod/v4/core';
import { TOKEN_FIELD, TRAP_FIELD } from '../../contract/page-forms/page-forms.ts';
import { checkFormToken, type DrawnForm } from '../blocks/forms/form-token-rules.ts';
import type { FormBody } from './shared/form-body.ts';
import type { Refusal } from './shared/refusal.ts';

const CHECK = 'Nothing was sent yet. Please check the fields marked below.';

/** Returns the parsed fields of a form, or why they are not accepted. */
export function readFields<Schema extends $ZodType>(
  schema: Schema,
  { fields, repeated }: FormBody,
): { value: output<Schema> } | { refusal: Refusal } {
  const names = Object.keys((schema as unknown as { def: { shape: object } }).def.shape);
  const twice = names.filter((name) => repeated.includes(name));
  const typed = Object.fromEntries(names.map((name) => [name, fields.get(name) ?? '']));
  const parsed = safeParse(schema, typed);
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) errors[String(path[0])] ??= message;
  for (const name of twice) errors[name] = 'This field was sent twice. Please check it.';
  if (!parsed.success || twice.length > 0) return { refusal: { status: 400, errors, problem: CHECK } };
  return { value: parsed.data };
}

/** Returns why a form cannot come from a person who saw it, or null. */
export function refuseProgram(secrets: string[], drawn: DrawnForm, { fields }: FormBody, now: Date): Refusal | null {
  if ((fields.get(TRAP_FIELD) ?? '') !== '') {
    return {
      status: 400,
      problem: 'A field that people do not see was filled in, as bots do. Please send the form again.',
    };
  }
  switch (checkFormToken(secrets, drawn, fields.get(TOKEN_FIELD) ?? '', now)) {
    case 'valid':
      return null;
    case 'early':
      return { status: 400, problem: 'That was faster than a person types. Please send the form again.' };
    case 'late':
    case 'invalid':
      return { status: 400, problem: 'This form was open for a long time, so nothing was sent. Please send it again.' };
  }
}
