import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { createFormPage, errorsIn, FormVisitor } from '../support/api/page-form.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let bob: FormVisitor;
let number = 0;
beforeAll(async () => {
  bob = new FormVisitor(server);
});
beforeEach(async () => {
  server.advance(DAY);
  await server.sentEmails();
});

const newAddress = () => `subscriber-${number++}@inbox.example`;
const listOf = (id: number) =>
  server.db.selectFrom('page_subscribers').selectAll().where('handle_id', '=', id).orderBy('requested_at').execute();
/** Returns the paths of the two links of an email. */
const linksIn = (text = '') => ({
  confirm: /http:\/\/localhost:3000(\/list\/[\w.-]+)$/m.exec(text)?.[1] ?? '',
  leave: /http:\/\/localhost:3000(\/list\/[\w.-]+\/leave)/.exec(text)?.[1] ?? '',
});
async function follow(method: 'GET' | 'POST', url: string, body?: string) {
  const headers = {
    host: server.config.site.host,
    ...(body === undefined ? { origin: server.config.site.origin } : {}),
  };
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await server.app.inject({
    method,
    url,
    headers: { ...headers, ...(body && type) },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, html: response.body };
}

/** Signs up an address and confirms it; returns its links. */
async function subscribe(handle: string, email = newAddress()) {
  await bob.fill(handle, 'subscribe', { email });
  const [letter] = await server.sentEmails();
  const links = linksIn(letter?.text);
  expect((await follow('POST', links.confirm)).status).toBe(200);
  const [joined] = await server.sentEmails();
  return { email, links, joined };
}

describe('signing up for an email list', () => {
  it('stores the address with the time and the wording, and counts it once its owner has pressed the button', async () => {
    const { handle, id } = await createFormPage(server, undefined, { subscribe: { note: 'One letter a month.' } });
    const email = newAddress();
    const page = await bob.open(handle, 'subscribe');
    expect(page.html).toContain('One letter a month.');
    const sent = await bob.fill(handle, 'subscribe', { email });
    expect([sent.status, sent.html.includes('Please check your inbox')]).toEqual([200, true]);
    const at = server.clock();
    const [letter, ...others] = await server.sentEmails();
    expect([letter?.sentTo, others]).toEqual([email, []]);
    const { confirm, leave } = linksIn(letter?.text);
    // GET changes nothing, as often as a scanner opens the link.
    for (let times = 0; times < 3; times++) {
      const opened = await follow('GET', confirm);
      expect([opened.status, opened.html.includes('One letter a month.')]).toEqual([200, true]);
      await follow('GET', leave);
    }
    expect(await listOf(id)).toMatchObject([{ email, wording: 'One letter a month.', confirmed_at: null }]);
    const joined = await follow('POST', confirm);
    expect([joined.status, joined.html.includes('You are on the list')]).toEqual([200, true]);
    const [row] = await listOf(id);
    expect(Math.abs((row?.requested_at.getTime() ?? 0) - at.getTime())).toBeLessThan(60_000);
    expect(row?.confirmed_at?.getTime()).toBeGreaterThanOrEqual(at.getTime());
    // Pressing again changes nothing and sends nothing.
    expect((await follow('POST', confirm)).status).toBe(200);
    expect((await listOf(id))[0]?.confirmed_at).toEqual(row?.confirmed_at);
    expect((await server.sentEmails()).map(({ subject }) => subject)).toEqual([`You now get emails from ${handle}`]);
  });

  it('sends strangers no text of the owner, and names only the address for a handle with a dot', async () => {
    const spam = { title: 'BUY NOW', note: 'Cheap pills at https://pills.example' };
    const { handle } = await createFormPage(server, 'visit.pills.now', { subscribe: spam });
    await bob.fill(handle, 'subscribe', { email: newAddress() });
    const [letter] = await server.sentEmails();
    expect(letter?.subject).toBe('Confirm that you want emails from a page');
    expect(`${letter?.text}${letter?.html}`).not.toMatch(/pills\.example|BUY NOW/);
  });

  it('responds the same to an address that is on the list, and sends it nothing', async () => {
    const { handle, id } = await createFormPage(server);
    const { email } = await subscribe(handle);
    const known = await bob.fill(handle, 'subscribe', { email: email.toUpperCase() });
    const other = await bob.fill(handle, 'subscribe', { email: newAddress() });
    const text = ({ html }: { html: string }) => html.replaceAll(/subscriber-\d+@inbox\.example/gi, 'ADDRESS');
    expect([known.status, text(known)]).toEqual([other.status, text(other)]);
    expect(await server.sentEmails()).toHaveLength(1);
    expect(await listOf(id)).toHaveLength(2);
  });

  it('sends one address 3 confirmations an hour over all pages, and responds the same to the others', async () => {
    const email = newAddress();
    const pages = await Promise.all(Array.from({ length: 5 }, () => createFormPage(server)));
    const sent = await Promise.all(pages.map(({ handle }) => bob.fill(handle, 'subscribe', { email })));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await server.sentEmails()).map(({ sentTo }) => sentTo)).toEqual([email, email, email]);
    // The person can still sign in and verify an inbox: those emails have separate quotas.
    const kinds = await server.db.selectFrom('limited_uses').select('kind').where('value', '=', email).execute();
    expect(kinds).toEqual(Array(3).fill({ kind: 'email-list' }));
  });

  it('sends nothing to an inbox whose owner wants no mail from us', async () => {
    const { handle } = await createFormPage(server);
    const email = newAddress();
    await server.db.insertInto('stopped_inboxes').values({ inbox_key: email }).execute();
    expect((await bob.fill(handle, 'subscribe', { email })).status).toBe(200);
    expect(await server.sentEmails()).toEqual([]);
  });

  it('names an invalid address, and keeps it', async () => {
    const { handle, id } = await createFormPage(server);
    const sent = await bob.fill(handle, 'subscribe', { email: 'me@' });
    expect([sent.status, errorsIn(sent.html)]).toEqual([400, ['Please enter a valid email address.']]);
    expect(sent.html).toContain('value="me@"');
    expect(await listOf(id)).toEqual([]);
  });

  it('forgets an unconfirmed request after seven days, even before the nightly job', async () => {
    const { handle, id } = await createFormPage(server);
    await subscribe(handle);
    const email = newAddress();
    await bob.fill(handle, 'subscribe', { email });
    const [letter] = await server.sentEmails();
    const { confirm } = linksIn(letter?.text);
    server.advance(7 * DAY - 60_000);
    await runNightlyJobs(server);
    expect(await listOf(id)).toHaveLength(2);
    expect((await follow('GET', confirm)).status).toBe(200);
    server.advance(60_000);
    expect((await follow('POST', confirm)).status).toBe(404);
    await runNightlyJobs(server);
    expect((await listOf(id)).map((row) => row.confirmed_at !== null)).toEqual([true]);
  });
});

describe('unsubscribing from an email list', () => {
  it('unsubscribing from an email list is possible from both emails, by a page and by one click of a mail program', async () => {
    const { handle, id } = await createFormPage(server);
    await bob.fill(handle, 'subscribe', { email: newAddress() });
    const [asked] = await server.sentEmails();
    const { links, joined } = await subscribe(handle);
    for (const letter of [asked, joined]) {
      const url = linksIn(letter?.text).leave;
      const field = letter?.headers.find(({ key }) => key === 'list-unsubscribe');
      expect(field?.value).toBe(`<http://localhost:3000${url}>`);
    }
    expect((await follow('GET', links.leave)).html).toContain(`Unsubscribe from localhost:3000/${handle}?`);
    expect(await listOf(id)).toHaveLength(2);
    // RFC 8058 3.2: no Origin, no cookie.
    expect((await follow('POST', links.leave, 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect((await follow('POST', linksIn(asked?.text).leave, 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect(await listOf(id)).toEqual([]);
    const again = await follow('POST', links.leave, 'List-Unsubscribe=One-Click');
    expect([again.status, again.html.includes('You are unsubscribed')]).toEqual([200, true]);
    expect((await follow('POST', links.confirm)).status).toBe(404);
  });

  it('unsubscribing from an email list works while the page is switched off or resting', async () => {
    const { handle, id } = await createFormPage(server);
    const { links } = await subscribe(handle);
    await server.db.updateTable('handles').set({ state: 'resting' }).where('id', '=', id).execute();
    expect((await follow('POST', links.leave, '')).status).toBe(200);
    expect(await listOf(id)).toEqual([]);
  });

  it('hides nothing of a handle whose name is the first segment of the path', async () => {
    const { handle } = await createFormPage(server, 'list');
    const statuses = ['', '/contact', '/subscribe', '/qr.svg', '/card.vcf'].map(async (path) => {
      const { statusCode } = await server.app.inject({ url: `/${handle}${path}`, headers: { host: 'localhost:3000' } });
      return statusCode;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200]);
    expect((await bob.fill(handle, 'subscribe', { email: newAddress() })).status).toBe(200);
  });

  it('unsubscribing from an email list is not possible for somebody else', async () => {
    const { handle, id } = await createFormPage(server);
    const { links } = await subscribe(handle);
    const [row] = await listOf(id);
    const [subscriber, mac = ''] = links.leave.slice('/list/'.length, -'/leave'.length).split('.');
    const forged = [
      `/list/${row?.id}/leave`,
      `/list/${row?.id}.AAAAAAAAAAAAAAAAAAAAAA/leave`,
      '/list/no-such-token-of-any-email-list/leave',
      `/list/${subscriber}.${mac.startsWith('x') ? 'y' : 'x'}${mac.slice(1)}/leave`,
    ];
    for (const url of forged) expect((await follow('POST', url, 'x')).status).toBe(404);
    expect(await listOf(id)).toHaveLength(1);
  });
});
