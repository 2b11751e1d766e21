import type { FormTokens } from '../../../contract/documents.ts';
import type { PageForm } from '../../../contract/page-forms/page-forms.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type FormBlock, shownFormBlocks } from './form-block-store.ts';
import { pageFormToken } from './form-token-rules.ts';

/** Returns the block of a form that a page shows now, or null. */
export async function offeredForm(db: Queryable, handle: string, form: PageForm, now: Date): Promise<FormBlock | null> {
  return (await shownFormBlocks(db, handle, now)).find((shown) => shown.form === form) ?? null;
}

export type OfferedForm = NonNullable<Awaited<ReturnType<typeof offeredForm>>>;

/** Returns the tokens for the forms of a page that is rendered for everyone. */
export async function formTokens(
  { db, secrets }: { db: Queryable; secrets: string[] },
  handle: string,
  now: Date,
): Promise<FormTokens> {
  const tokens: FormTokens = {};
  for (const { form, blockId } of await shownFormBlocks(db, handle, now)) {
    tokens[form] = pageFormToken(secrets, { handle, form, blockId }, now);
  }
  return tokens;
}
