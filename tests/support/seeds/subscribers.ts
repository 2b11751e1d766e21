import { DAY } from '../../../contract/time.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { ago } from './seed.ts';

const LONG = 'somebody-with-a-very-long-address-indeed-and-then-some@mail.a-long-domain-name.example';
const WORDINGS = [
  'One letter a month about new maps. Unsubscribe at any time.',
  'رسالة واحدة في الشهر عن الخرائط الجديدة.',
  'I would like to get news by email. I can unsubscribe at any time.',
];

/** An email list with `count` confirmed addresses, `reader.0` the newest; its form is on the page unless it `isHidden`. */
export async function seedSubscribers(
  db: Database,
  handleId: number,
  count: number,
  { isHidden = false } = {},
): Promise<void> {
  const own = { handle_id: handleId };
  if (!isHidden) {
    const block = { id: 'subscribe-block', type: 'subscribe', content: JSON.stringify({}), position: 0 };
    await db
      .insertInto('page_blocks')
      .values({ ...own, ...block })
      .execute();
  }
  if (count === 0) return;
  const rows = Array.from({ length: count }, (_, at) => {
    const email = at === 1 ? LONG : `reader.${at}@readers.example`;
    const confirmed_at = ago(at * 1.7 * DAY);
    const wording = WORDINGS[at % WORDINGS.length] ?? '';
    return { ...own, email, email_key: email, wording, requested_at: confirmed_at, confirmed_at };
  });
  await db.insertInto('page_subscribers').values(rows).execute();
}
