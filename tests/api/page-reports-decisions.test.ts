import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdminCase,
  type AdminCaseDetails,
  adminCaseDetails,
  adminCases,
  pageDecision,
} from '../../contract/page-reports/cases.ts';
import { readAllPages, signedInAdmin } from '../support/api/admin.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { claimedPage, report } from '../support/api/reported-page.ts';
import { startServer, type TestServer } from '../support/server/test-server.ts';

const DAY = 24 * 3_600_000;
const ANSWERS = { reporterAnswer: 'Thank you, we acted.', ownerAnswer: 'Your first link is phishing.\nRemove it.' };
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startServer();
  admin = await signedInAdmin(server);
});
afterAll(() => server?.stop());

const list = (query = '') => admin.request<AdminCase[]>('GET', `/api/admin/page-reports${query}`);
const waiting = async (handle: string): Promise<number> => {
  const found = (await list('?limit=500&state=waiting')).body.find((item) => item.handle === handle);
  if (!found) throw new Error(`nothing waits about ${handle}`);
  return found.id;
};
const details = async (id: number) =>
  (await admin.request<AdminCaseDetails>('GET', `/api/admin/page-reports/${id}`)).body;
const decide = (id: number, body: object) => admin.request('POST', `/api/admin/page-reports/${id}/decision`, body);
const decideAppeal = (id: number, outcome: string, answer = 'We read your appeal.') =>
  admin.request('POST', `/api/admin/page-reports/${id}/appeal-decision`, { outcome, answer });
const pageStatus = async (handle: string) => (await new Person(server).request('GET', `/${handle}`)).status;
const audit = async (handle: string) =>
  (await admin.request<{ act: string; target: string; reason: string }[]>('GET', '/api/admin/audit')).body
    .filter(({ target }) => target.endsWith(`(${handle})`))
    .map(({ act, reason }) => [act, reason]);
/** The address that an email goes to. */
const addressOf = ({ to }: { to?: unknown }) => (to as { address: string }[])[0]?.address;
/** A page whose reports were upheld, and the call of its owner. */
async function decided(action: 'suspend' | 'ask' = 'ask') {
  const page = await claimedPage(server);
  await report(server, page.handle);
  const id = await waiting(page.handle);
  expect((await decide(id, { action, ...ANSWERS })).status).toBe(200);
  const url = `/api/handles/${page.id}/decisions/${id}`;
  const emails = await server.sentEmails();
  return { ...page, caseId: id, url, emails };
}

it('puts the reports about a page in one case with the count of each reason, those that wait first', async () => {
  const [one, two] = [await claimedPage(server), await claimedPage(server)];
  for (const reason of ['spam', 'phishing', 'spam']) await report(server, one.handle, { reason });
  await report(server, two.handle);
  const first = await waiting(one.handle);
  const { body } = await list();
  expect(adminCases.parse(body)).toEqual(body);
  expect(body.map(({ handle, reports }) => [handle, reports])).toEqual([
    [one.handle, 3],
    [two.handle, 1],
  ]);
  expect(body[0]?.reasons).toEqual([
    { reason: 'spam', count: 2 },
    { reason: 'phishing', count: 1 },
  ]);
  await decide(first, { action: 'dismiss', reporterAnswer: 'Nothing is wrong.', ownerAnswer: null });
  // A report after the decision opens the next case.
  await report(server, one.handle);
  const after = (await list()).body;
  expect(after.map(({ handle, state }) => [handle, state])).toEqual([
    [two.handle, 'open'],
    [one.handle, 'open'],
    [one.handle, 'dismissed'],
  ]);
  for (const limit of [1, 2]) {
    expect(await readAllPages<AdminCase>(admin, `/api/admin/page-reports?limit=${limit}`)).toEqual(after);
  }
  expect((await list('?state=closed')).body.map(({ id }) => id)).toEqual([first]);
  expect((await list('?state=waiting')).body).toHaveLength(2);
  for (const wrong of ['after=x', 'after=2.1', 'after=0.9999999999', "after=0.1'", 'state=open', 'limit=0']) {
    expect([wrong, (await list(`?${wrong}`)).status]).toEqual([wrong, 400]);
  }
  const csv = await admin.request('GET', '/api/admin/page-reports.csv?state=closed');
  expect(csv.text.split('\r\n')[1]).toContain(`${first},${one.handle},active,dismissed,,3,"spam 2, phishing 1",`);
  expect((await details(after[1]?.id ?? 0)).earlier).toMatchObject([{ id: first, state: 'dismissed', action: null }]);
});

it('shows an administrator the page, the reports and who sent them', async () => {
  const { handle, email } = await claimedPage(server);
  await report(server, handle);
  await report(server, handle, { text: 'Me too.', email: '', address: '' });
  const body = await details(await waiting(handle));
  expect(adminCaseDetails.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    ...{ handle, ownerEmail: email, state: 'open', reports: 2 },
    blocks: [{ type: 'link', title: 'My bank', url: 'https://bank.example/login' }],
    items: [
      { text: 'Me too.', email: null, address: null },
      { reason: 'phishing', email: 'rita@reporters.example', address: 'https://bank.example/login' },
    ],
  });
  expect((await admin.request('GET', '/api/admin/page-reports/1999999')).status).toBe(404);
});

it('dismisses reports, answers each reporter once, and tells the owner only what was written for them', async () => {
  const { handle, email } = await claimedPage(server);
  await report(server, handle);
  await report(server, handle, { email: 'RITA@reporters.example' });
  await report(server, handle, { email: 'ben@reporters.example' });
  await report(server, handle, { email: '' });
  const id = await waiting(handle);
  const answer = { action: 'dismiss', reporterAnswer: 'We saw nothing wrong.' };
  expect((await decide(id, { ...answer, ownerAnswer: null })).body).toMatchObject({ state: 'dismissed', action: null });
  const emails = await server.sentEmails();
  expect(emails.map((sent) => addressOf(sent)?.toLowerCase()).sort()).toEqual([
    'ben@reporters.example',
    'rita@reporters.example',
  ]);
  expect(emails[0]?.text).toContain('We saw nothing wrong.');
  expect(await pageStatus(handle)).toBe(200);
  expect(await audit(handle)).toEqual([['dismiss page reports', 'We saw nothing wrong.']]);
  expect((await decide(id, { ...answer, ownerAnswer: null })).body).toMatchObject({ code: 'case_decided' });
  await report(server, handle, { email: '' });
  await decide(await waiting(handle), { ...answer, ownerAnswer: 'All is well.' });
  const [told, ...more] = await server.sentEmails();
  expect([told && addressOf(told), more]).toEqual([email, []]);
  expect(told?.text).toContain('All is well.');
});

it('suspends the handle with the reports, and tells the owner the reason without the reporter', async () => {
  const { handle, email, emails, owner, url, caseId } = await decided('suspend');
  expect(await pageStatus(handle)).toBe(404);
  expect(await audit(handle)).toEqual([
    ['uphold page reports', ANSWERS.ownerAnswer],
    ['suspend', ANSWERS.ownerAnswer],
  ]);
  const toOwner = emails.find((sent) => addressOf(sent) === email);
  for (const text of ['Your first link is phishing.', 'Phishing or malware', 'Reported as', `decision=${caseId}`]) {
    expect(toOwner?.text).toContain(text);
  }
  const seen = `${toOwner?.text}${toOwner?.html}${(await owner.request('GET', url)).text}`;
  for (const secret of ['rita@', 'reporters.example', 'password of my bank', ANSWERS.reporterAnswer]) {
    expect(seen).not.toContain(secret);
  }
  const toReporter = emails.find((sent) => addressOf(sent) === 'rita@reporters.example');
  expect(toReporter?.text).toContain('Thank you, we acted.');
  expect(`${toReporter?.text}${toReporter?.html}`).not.toContain(email);
  expect(emails).toHaveLength(2);
});

it('hides the block that was chosen, and shows it again when the decision is taken back', async () => {
  const { handle, owner, id: handleId } = await claimedPage(server);
  await owner.request('PUT', `/api/handles/${handleId}/blocks`, [
    { type: 'link', title: 'My bank', url: 'https://bank.example/login' },
    { type: 'network', platform: 'instagram', username: 'ann', url: 'https://instagram.com/ann' },
  ]);
  await report(server, handle);
  const id = await waiting(handle);
  const { blocks } = await details(id);
  const shown = async () => {
    server.pageCache.clear();
    const { text } = await new Person(server).request('GET', `/${handle}`);
    return ['https://bank.example/login', 'https://instagram.com/ann'].map((address) => text.includes(address));
  };
  expect(await shown()).toEqual([true, true]);
  const hide = (blockId: string) => decide(id, { action: 'hide-block', blockId, ...ANSWERS });
  expect((await hide('no-such-block')).status).toBe(404);
  expect((await list('?state=waiting')).body.some((item) => item.id === id)).toBe(true);
  expect((await hide(blocks[1]?.id ?? '')).status).toBe(200);
  expect(await shown()).toEqual([true, false]);
  await owner.request('POST', `/api/handles/${handleId}/decisions/${id}/appeal`, { text: 'That is me.' });
  await decideAppeal(id, 'reversed');
  expect(await shown()).toEqual([true, true]);
});

it('changes nothing if one part of a decision is not possible', async () => {
  const { handle } = await claimedPage(server);
  await report(server, handle);
  const id = await waiting(handle);
  await server.db.updateTable('handles').set({ state: 'quarantined' }).where('handle', '=', handle).execute();
  expect((await decide(id, { action: 'suspend', ...ANSWERS })).body).toMatchObject({ code: 'not_suspendable' });
  expect([await server.sentEmails(), await audit(handle), (await details(id)).state]).toEqual([[], [], 'open']);
});

it.each([
  [{ action: 'suspend', reporterAnswer: 'x', ownerAnswer: null }],
  [{ action: 'suspend', reporterAnswer: ' ', ownerAnswer: 'x' }],
  [{ action: 'ask', reporterAnswer: 'x', ownerAnswer: 'x'.repeat(1001) }],
  [{ action: 'hide-block', reporterAnswer: 'x', ownerAnswer: 'x' }],
  [{ action: 'delete', reporterAnswer: 'x', ownerAnswer: 'x' }],
  [{ action: 'dismiss', reporterAnswer: 'a\u0000b', ownerAnswer: null }],
  [{}],
])('rejects the decision %j', async (body) => {
  const { handle } = await claimedPage(server);
  await report(server, handle);
  const id = await waiting(handle);
  expect((await decide(id, body)).status).toBe(400);
  expect((await details(id)).state).toBe('open');
});

it('accepts one appeal of the owner, which waits in the queue', async () => {
  const { owner, url, caseId, handle } = await decided('suspend');
  const before = (await owner.request('GET', url)).body;
  expect(pageDecision.parse(before)).toEqual(before);
  expect(before).toMatchObject({ handle, action: 'suspend', reasons: ['phishing'], appeal: null });
  for (const text of ['', ' \n ', 'x'.repeat(2001), 'a\u0000']) {
    expect((await owner.request('POST', `${url}/appeal`, { text })).status).toBe(400);
  }
  const appealed = await owner.request('POST', `${url}/appeal`, { text: 'It is my own bank.\r\nReally.' });
  expect(appealed.body).toMatchObject({
    appealUntil: null,
    appeal: { text: 'It is my own bank.\nReally.', outcome: null, answer: null },
  });
  expect((await owner.request('POST', `${url}/appeal`, { text: 'Again.' })).body).toMatchObject({ code: 'no_appeal' });
  expect((await list('?state=waiting')).body.find(({ id }) => id === caseId)).toMatchObject({ state: 'appealed' });
  expect((await details(caseId)).appealText).toBe('It is my own bank.\nReally.');
});

it('restores the handle when an appeal is right, and keeps it suspended when it is not', async () => {
  for (const [outcome, status, act] of [
    ['reversed', 200, 'reverse page decision'],
    ['confirmed', 404, 'confirm page decision'],
  ] as const) {
    const { owner, url, caseId, handle, email } = await decided('suspend');
    expect((await decideAppeal(caseId, outcome)).body).toMatchObject({ code: 'case_decided' });
    await owner.request('POST', `${url}/appeal`, { text: 'Please look again.' });
    expect((await decideAppeal(caseId, outcome)).status).toBe(200);
    expect([outcome, await pageStatus(handle)]).toEqual([outcome, status]);
    expect((await audit(handle))[0]).toEqual([act, 'We read your appeal.']);
    const emails = await server.sentEmails();
    expect(emails.map(addressOf)).toEqual([email]);
    expect(emails[0]?.text).toContain('We read your appeal.');
    expect((await owner.request('GET', url)).body.appeal).toMatchObject({ outcome, answer: 'We read your appeal.' });
    expect((await owner.request('POST', `${url}/appeal`, { text: 'Again.' })).status).toBe(409);
    expect((await decideAppeal(caseId, outcome)).status).toBe(409);
  }
});

it('accepts an appeal for six months and not later, and none about dismissed reports', async () => {
  const [one, other] = [await decided(), await decided()];
  server.advance(183 * DAY - 60_000);
  const signIn = async (email: string) => {
    const person = new Person(server);
    await person.request('POST', '/api/send-login-magic-link', { email });
    const sent = (await server.sentEmails()).find(({ text }) => text?.includes('/link/'));
    await person.request('POST', linkIn(sent?.text));
    return person;
  };
  const ann = await signIn(one.email);
  expect((await ann.request('POST', `${one.url}/appeal`, { text: 'Wrong.' })).status).toBe(200);
  server.advance(120_000);
  const ben = await signIn(other.email);
  expect((await ben.request('GET', other.url)).body.appealUntil).toBeNull();
  expect((await ben.request('POST', `${other.url}/appeal`, { text: 'Wrong.' })).body.code).toBe('no_appeal');
  admin = await signedInAdmin(server);
  const { handle, owner, id } = await claimedPage(server);
  await report(server, handle);
  const dismissed = await waiting(handle);
  await decide(dismissed, { action: 'dismiss', reporterAnswer: 'No.', ownerAnswer: null });
  for (const method of ['GET', 'POST'] as const) {
    const url = `/api/handles/${id}/decisions/${dismissed}${method === 'POST' ? '/appeal' : ''}`;
    expect((await owner.request(method, url, method === 'POST' ? { text: 'x' } : undefined)).status).toBe(404);
  }
});

it('does not show a decision to another owner, under any of their handles', async () => {
  const { url, caseId } = await decided();
  const eve = await claimedPage(server);
  for (const address of [url, `/api/handles/${eve.id}/decisions/${caseId}`]) {
    expect((await eve.owner.request('GET', address)).status).toBe(404);
    expect((await eve.owner.request('POST', `${address}/appeal`, { text: 'Mine.' })).status).toBe(404);
  }
  expect((await details(caseId)).appealText).toBeNull();
});

it('exports decisions about a page without reporters, and what the person reported', async () => {
  const { owner, handle, email } = await decided();
  const other = await claimedPage(server);
  await report(server, other.handle, { email: email.toUpperCase(), text: 'I have seen this.' });
  const { text } = await owner.request('GET', '/api/account/export');
  const body = JSON.parse(text);
  expect(body.handles[0].decisions).toMatchObject([
    { action: 'ask', answer: ANSWERS.ownerAnswer, reports: [{ reason: 'phishing' }] },
  ]);
  expect(body.pageReports).toMatchObject([{ handle: other.handle, text: 'I have seen this.' }]);
  expect(text).not.toContain('rita@');
  expect(text).not.toContain('password of my bank');
  expect((await other.owner.request('GET', '/api/account/export')).text).not.toContain('I have seen this.');
  expect(handle).toBe(body.handles[0].handle);
});

it('forgets the address of a reporter with the account, and the decisions about its handles', async () => {
  const { email, caseId } = await decided();
  const other = await claimedPage(server);
  await report(server, other.handle, { email, text: 'I have seen this too.' });
  await server.db
    .updateTable('accounts')
    .set({ closed_at: new Date(server.clock().getTime() - 40 * DAY) })
    .where('email', '=', email)
    .execute();
  await runNightlyJobs(server);
  expect((await admin.request('GET', `/api/admin/page-reports/${caseId}`)).status).toBe(404);
  expect((await details(await waiting(other.handle))).items).toMatchObject([
    { text: 'I have seen this too.', email: null },
  ]);
});
