import { DAY, HOUR } from '../../../contract/time.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { type Owner, seedOwner } from './owner.ts';
import { ago } from './seed.ts';

const at = (hours: number) => ago(hours * HOUR);
const ADDRESS = 'https://login.bank.example.evil.example/account';
const seller = 'the-inbox-of-somebody-with-a-long-address@mail.a-long-domain-name.example';

/** A page with fourteen reports that wait for a decision, and an earlier decision about it. */
export async function seedReportedPage(db: Database): Promise<void> {
  const { accountId, handleId: handle_id } = await seedOwner(db, 'your-bank-support');
  await db.updateTable('accounts').set({ email: seller }).where('id', '=', accountId).execute();
  const content = JSON.stringify({ title: 'Sign in', url: ADDRESS });
  await db.insertInto('page_blocks').values({ id: 'abc', handle_id, type: 'link', content, position: 0 }).execute();
  const earlier = { opened_at: at(910), action: 'ask', decided_at: at(900), closed_at: at(900) };
  await db
    .insertInto('page_cases')
    .values({ handle_id, state: 'upheld', ...earlier })
    .execute();
  const { id: case_id } = await db
    .insertInto('page_cases')
    .values({ handle_id, opened_at: at(5) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const reports = Array.from({ length: 14 }, (_, number) => ({
    case_id,
    created_at: at(5 - number / 3),
    ...(number < 2
      ? { reason: 'impersonation', text: 'هذه ليست صفحتي. '.repeat(20) }
      : {
          reason: 'phishing',
          text: 'It looks like my bank and asks for the password.',
          address: ADDRESS,
          email: 'rita@visitors.example',
        }),
  }));
  await db.insertInto('page_reports').values(reports).execute();
}

/** The owner of a page that was suspended after a report; with `isAppealed`, the owner has appealed. */
export async function seedSuspendedPage(
  db: Database,
  handle: string,
  { isAppealed = false } = {},
): Promise<Owner & { decisionId: number }> {
  const owner = await seedOwner(db, handle);
  const suspended = { state: 'suspended', suspended_at: at(60), suspended_from: 'active' } as const;
  await db.updateTable('handles').set(suspended).where('id', '=', owner.handleId).execute();
  const { id } = await db
    .insertInto('page_cases')
    .values({
      handle_id: owner.handleId,
      opened_at: at(90),
      action: 'suspend',
      decided_at: at(60),
      owner_answer: 'The picture of your page belongs to somebody else.\nThat breaks our terms.',
      reporter_answer: 'Thank you, we acted.',
      ...(isAppealed
        ? { state: 'appealed', appealed_at: at(2), appeal_text: 'It is my picture.' }
        : { state: 'upheld', closed_at: at(60) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const report = { case_id: id, reason: 'copyright', text: 'My picture.', created_at: ago(4 * DAY) };
  await db.insertInto('page_reports').values(report).execute();
  return { ...owner, decisionId: id };
}
