import type { PageForm } from '../../../contract/page-forms/page-forms.ts';
import { ACCEPTS_MAIL } from '../../forwarding/shared/accepts-mail-store.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** The block of a form that visitors of a page see. */
export interface FormBlock {
  handleId: number;
  handle: string;
  blockId: string;
  title: string | null;
  note: string | null;
}

/** Returns the form blocks that a page shows now. A contact form is included only while mail to the handle reaches an inbox. */
export async function shownFormBlocks(
  db: Queryable,
  handle: string,
  now: Date,
): Promise<(FormBlock & { form: PageForm })[]> {
  const rows = await db
    .selectFrom('page_blocks')
    .innerJoin('handles', 'handles.id', 'page_blocks.handle_id')
    .select(['handles.id as handleId', 'handles.handle', 'page_blocks.id as blockId', 'type', 'content'])
    .where('handles.handle', '=', handle)
    .where('handles.state', '=', 'active')
    .where('handles.profile_page', '=', true)
    .where('type', 'in', ['contact', 'subscribe'])
    .where((is) => is.or([is('type', '<>', 'contact'), ACCEPTS_MAIL]))
    .where('page_blocks.hidden', '=', false)
    .where((is) => is.or([is('shown_from', 'is', null), is('shown_from', '<=', now)]))
    .where((is) => is.or([is('shown_until', 'is', null), is('shown_until', '>', now)]))
    .orderBy('page_blocks.position')
    .execute();
  return rows.map(({ type, content, ...row }) => {
    const { title, note } = (content ?? {}) as { title?: string | null; note?: string | null };
    return { ...row, form: type as PageForm, title: title ?? null, note: note ?? null };
  });
}
