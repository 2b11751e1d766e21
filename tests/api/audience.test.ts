import { describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { eraseClosedAccounts } from '../../server/account-deletion/erasure.ts';
import { handOver } from '../../server/handles/transfer/transfer-rules.ts';
import { type ApiResponse, Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let number = 0;

/** Returns a signed-in person with a handle. */
async function newOwner() {
  const owner = new Person(server);
  const handle = `owner-of-a-list-${number++}`;
  const email = `${handle}@account.example`;
  await owner.claim(handle, email);
  const { id } = (await owner.request('GET', '/api/handles')).body[0];
  return { owner, handle, email, id: id as number };
}

async function insert(
  handleId: number,
  email: string,
  { ago = 0, wording = 'News', waits = false } = {},
): Promise<string> {
  const at = new Date(server.clock().getTime() - ago);
  const row = { handle_id: handleId, email, email_key: email.toLowerCase(), wording, requested_at: at };
  const confirmed_at = waits ? null : at;
  const added = await server.db
    .insertInto('page_subscribers')
    .values({ ...row, confirmed_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

const totalOf = async (owner: Person, id: number) =>
  (await owner.request('GET', `/api/handles/${id}/subscribers/summary`)).body.total;
const emails = (body: { email: string }[]) => body.map(({ email }) => email);

describe('the list of subscribers', () => {
  it('the list of subscribers has the confirmed subscribers, newest first, page by page, and counts all of them', async () => {
    const { owner, id } = await newOwner();
    for (let at = 0; at < 7; at++) await insert(id, `reader${at}@readers.example`, { ago: Math.floor(at / 2) * 1000 });
    await insert(id, 'waiting@readers.example', { waits: true });
    const seen: string[] = [];
    let url: string | undefined = `/api/handles/${id}/subscribers?limit=3`;
    for (let pages = 0; url !== undefined && pages < 9; pages++) {
      const response: ApiResponse<{ email: string }[]> = await owner.request('GET', url);
      seen.push(...emails(response.body));
      url = /<http:\/\/localhost:3000([^>]*)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1];
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
    expect(seen.at(-1)).toBe('reader6@readers.example');
    expect(await totalOf(owner, id)).toBe(7);
    const [first] = (await owner.request('GET', `/api/handles/${id}/subscribers?limit=1`)).body;
    expect(first).toMatchObject({ wording: 'News', requestedAt: first.confirmedAt });
  });

  it('finds a part of an address literally, in any case', async () => {
    const { owner, id } = await newOwner();
    for (const email of ['Ann_B@Readers.example', 'annxb@readers.example', '100%@readers.example'])
      await insert(id, email);
    const find = async (search: string) =>
      emails((await owner.request('GET', `/api/handles/${id}/subscribers?search=${encodeURIComponent(search)}`)).body);
    expect(await find('ANN_B')).toEqual(['Ann_B@Readers.example']);
    expect(await find('0%@')).toEqual(['100%@readers.example']);
    expect(await find(' ')).toHaveLength(3);
    expect(await find('nobody')).toEqual([]);
    expect((await owner.request('GET', `/api/handles/${id}/subscribers?search=%00`)).status).toBe(400);
    expect((await owner.request('GET', `/api/handles/${id}/subscribers?after=x`)).status).toBe(400);
  });

  it('removes one subscriber, records the removal without the address, and removes none of another handle', async () => {
    const [one, other] = [await newOwner(), await newOwner()];
    const theirs = await insert(other.id, 'reader@readers.example');
    const own = await insert(one.id, 'reader@readers.example');
    const remove = (id: string) => one.owner.request('DELETE', `/api/handles/${one.id}/subscribers/${id}`);
    expect((await remove(theirs)).status).toBe(404);
    expect([(await remove(own)).status, (await remove(own)).status]).toEqual([200, 404]);
    const left = await server.db.selectFrom('page_subscribers').select('id').where('id', 'in', [own, theirs]).execute();
    expect(left).toEqual([{ id: theirs }]);
    const [activity] = (await one.owner.request('GET', `/api/handles/${one.id}/activity`)).body;
    expect(activity).toMatchObject({ action: 'subscriber.removed', details: [] });
  });
});

describe('the export of subscribers', () => {
  it('the export of subscribers is safe in a spreadsheet, has the unsubscribe link of each person, and is recorded', async () => {
    const { owner, id, handle } = await newOwner();
    await insert(id, '=cmd|calc@readers.example', { wording: '=HYPERLINK("http://x.example")\n"quoted", text' });
    await insert(id, 'waiting@readers.example', { waits: true });
    const file = await owner.request('GET', `/api/handles/${id}/subscribers.csv`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toContain(`filename="${handle}-subscribers-`);
    const [header, row] = file.text.split('\r\n');
    expect(header).toBe('Email,Confirmed,Requested,Wording,Unsubscribe');
    expect(row).toMatch(/^"'=cmd\|'?calc@readers\.example",/);
    expect(file.text).toContain(`"'=HYPERLINK(""http://x.example"")`);
    expect(file.text).not.toContain('waiting@');
    const leave = /http:\/\/localhost:3000(\/list\/\S+\/leave)/.exec(file.text)?.[1] ?? '';
    expect(
      (await server.app.inject({ method: 'POST', url: leave, headers: { host: 'localhost:3000' } })).statusCode,
    ).toBe(200);
    expect(await totalOf(owner, id)).toBe(0);
    const [activity] = (await owner.request('GET', `/api/handles/${id}/activity`)).body;
    expect(activity.action).toBe('subscribers.exported');
  });

  it('the export of subscribers contains every row of a long list once', async () => {
    const { owner, id } = await newOwner();
    const at = server.clock();
    const rows = Array.from({ length: 1201 }, (_, n) => ({
      handle_id: id,
      email: `r${n}@readers.example`,
      email_key: `r${n}@readers.example`,
      wording: 'News',
      requested_at: at,
      confirmed_at: at,
    }));
    await server.db.insertInto('page_subscribers').values(rows).execute();
    const { text } = await owner.request('GET', `/api/handles/${id}/subscribers.csv`);
    expect(new Set(text.match(/^r\d+@/gm)).size).toBe(1201);
    expect(text.trimEnd().split('\r\n')).toHaveLength(1202);
  });
});

describe('the end of a list', () => {
  it('a list ends with a transfer, because people agreed to emails from the earlier owner', async () => {
    const [one, other] = [await newOwner(), await newOwner()];
    await insert(one.id, 'reader@readers.example');
    const { id: newOwnerId } = (await other.owner.request('GET', '/api/user')).body;
    await server.db
      .transaction()
      .execute((trx) => handOver(trx, { id: one.id, handle: one.handle }, newOwnerId, server.clock()));
    expect(await totalOf(other.owner, one.id)).toBe(0);
  });

  it('a list ends with the erasure of the account, whose own address is removed from all lists', async () => {
    const [one, other] = [await newOwner(), await newOwner()];
    await insert(one.id, 'reader@readers.example');
    await insert(other.id, one.email.toUpperCase());
    const account = (await one.owner.request('GET', '/api/account/export')).body;
    expect(account.handles[0].subscribers).toMatchObject([{ email: 'reader@readers.example', wording: 'News' }]);
    expect(account.subscriptions).toMatchObject([{ handle: other.handle, email: one.email.toUpperCase() }]);
    const closed_at = new Date(server.clock().getTime() - 40 * DAY);
    await server.db.updateTable('accounts').set({ closed_at }).where('email', '=', one.email).execute();
    await eraseClosedAccounts(server.db, server.clock());
    const left = await server.db
      .selectFrom('page_subscribers')
      .select('email')
      .where('handle_id', 'in', [one.id, other.id])
      .execute();
    expect(left).toEqual([]);
  });
});
