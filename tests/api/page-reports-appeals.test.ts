import { beforeAll, expect, it } from 'vitest';
import { pageDecision } from '../../contract/page-reports/cases.ts';
import { DAY, HOUR, MINUTE } from '../../contract/time.ts';
import { addJob } from '../../server/platform/jobs/jobs.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { ANSWERS, addressOf, CaseDesk } from '../support/reports/case-desk.ts';
import { claimedPage, REPORT, report } from '../support/reports/reported-page.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let desk: CaseDesk;
beforeAll(async () => {
  desk = await CaseDesk.open(server);
});

it('lets one of two administrators decide a case if both try at the same time, and reports to the other that it is decided', async () => {
  const { owner, handle, email, id: handleId } = await claimedPage(server);
  const other = new CaseDesk(server, await signedInAdmin(server));
  await report(server, handle, { email: 'nora@reporters.example' });
  const id = await desk.waiting(handle);
  const conflict = { status: 409, code: 'case_decided' };
  const outcome = ({ status, body }: { status: number; body: { code?: string } }) =>
    status === 200 ? 'decided' : { status, code: body.code };
  const first = await Promise.all([
    desk.decide(id, { action: 'ask', ...ANSWERS }),
    other.decide(id, { action: 'dismiss', reporterAnswer: 'Nothing is wrong.', ownerAnswer: 'All is well.' }),
    desk.decide(id, { action: 'suspend', ...ANSWERS }),
  ]);
  expect(first.map(outcome)).toEqual(expect.arrayContaining(['decided', conflict, conflict]));
  const { state, action } = await desk.details(id);
  const winner = first.findIndex(({ status }) => status === 200);
  expect([state, action]).toEqual(
    [
      ['upheld', 'ask'],
      ['dismissed', null],
      ['upheld', 'suspend'],
    ][winner],
  );
  expect((await server.sentEmails()).map(addressOf).sort()).toEqual([email, 'nora@reporters.example'].sort());
  expect((await desk.audit(handle)).filter(([act]) => act !== 'suspend')).toHaveLength(1);

  await server.db.updateTable('page_cases').set({ state: 'upheld', action: 'ask' }).where('id', '=', id).execute();
  await owner.request('POST', `/api/handles/${handleId}/decisions/${id}/appeal`, { text: 'Please look again.' });
  const second = await Promise.all([
    desk.decideAppeal(id, 'reversed', 'It was wrong.'),
    other.decideAppeal(id, 'confirmed', 'It stays.'),
  ]);
  expect(second.map(outcome)).toEqual(expect.arrayContaining(['decided', conflict]));
  const isReversed = second[0]?.status === 200;
  expect(await desk.details(id)).toMatchObject({
    state: isReversed ? 'reversed' : 'confirmed',
    appealAnswer: isReversed ? 'It was wrong.' : 'It stays.',
  });
  const answers = (await server.sentEmails()).filter((sent) => addressOf(sent) === email);
  expect(answers.map(({ text }) => text?.includes(isReversed ? 'It was wrong.' : 'It stays.'))).toEqual([true]);
});

it('accepts one appeal of the owner, which waits in the queue', async () => {
  const { owner, url, caseId, handle } = await desk.decided('suspend');
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
  expect((await desk.list('?state=waiting')).body.find(({ id }) => id === caseId)).toMatchObject({ state: 'appealed' });
  expect((await desk.details(caseId)).appealText).toBe('It is my own bank.\nReally.');
});

it('restores the handle when an appeal is right, and keeps it suspended when it is not', async () => {
  for (const [outcome, status, act] of [
    ['reversed', 200, 'reverse page decision'],
    ['confirmed', 404, 'confirm page decision'],
  ] as const) {
    const { owner, url, caseId, handle, email } = await desk.decided('suspend');
    expect((await desk.decideAppeal(caseId, outcome)).body).toMatchObject({ code: 'case_decided' });
    await owner.request('POST', `${url}/appeal`, { text: 'Please look again.' });
    expect((await desk.decideAppeal(caseId, outcome)).status).toBe(200);
    expect([outcome, await desk.pageStatus(handle)]).toEqual([outcome, status]);
    expect((await desk.audit(handle))[0]).toEqual([act, 'We read your appeal.']);
    const emails = await server.sentEmails();
    const reporters = outcome === 'reversed' ? [REPORT.email] : [];
    expect(emails.map(addressOf).sort()).toEqual([email, ...reporters].sort());
    const [toOwner, toReporter] = [email, REPORT.email].map((to) => emails.find((one) => addressOf(one) === to)?.text);
    expect(toOwner).toContain('We read your appeal.');
    if (outcome === 'reversed') expect(toReporter).toContain('reversed the decision');
    // Only the owner may read the answer.
    expect(toReporter ?? '').not.toContain('We read your appeal.');
    expect((await owner.request('GET', url)).body.appeal).toMatchObject({ outcome, answer: 'We read your appeal.' });
    expect((await owner.request('POST', `${url}/appeal`, { text: 'Again.' })).status).toBe(409);
    expect((await desk.decideAppeal(caseId, outcome)).status).toBe(409);
  }
});

it('accepts an appeal for six months and not later, and none about dismissed reports', async () => {
  const [one, other] = [await desk.decided(), await desk.decided()];
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
  desk.admin = await signedInAdmin(server);
  const { handle, owner, id } = await claimedPage(server);
  await report(server, handle);
  const dismissed = await desk.waiting(handle);
  await desk.decide(dismissed, { action: 'dismiss', reporterAnswer: 'No.', ownerAnswer: null });
  for (const method of ['GET', 'POST'] as const) {
    const url = `/api/handles/${id}/decisions/${dismissed}${method === 'POST' ? '/appeal' : ''}`;
    expect((await owner.request(method, url, method === 'POST' ? { text: 'x' } : undefined)).status).toBe(404);
  }
});

it('does not show a decision to another owner, nor under another handle of its own owner', async () => {
  const { url, caseId, owner, email } = await desk.decided();
  const eve = await claimedPage(server);
  for (const address of [url, `/api/handles/${eve.id}/decisions/${caseId}`]) {
    expect((await eve.owner.request('GET', address)).status).toBe(404);
    expect((await eve.owner.request('POST', `${address}/appeal`, { text: 'Mine.' })).status).toBe(404);
  }
  const { id: ownerId } = await server.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const second = { handle: `second-of-${ownerId}`, account_id: ownerId };
  const { id } = await server.db.insertInto('handles').values(second).returning('id').executeTakeFirstOrThrow();
  const elsewhere = `/api/handles/${id}/decisions/${caseId}`;
  expect((await owner.request('GET', elsewhere)).status).toBe(404);
  expect((await owner.request('POST', `${elsewhere}/appeal`, { text: 'Mine.' })).status).toBe(404);
  expect((await desk.details(caseId)).appealText).toBeNull();
});

it('emails each administrator once an hour how many reports and appeals are new, and how many wait', async () => {
  desk.admin = await signedInAdmin(server);
  const other = await claimedPage(server);
  await server.db.updateTable('accounts').set({ is_admin: true }).where('email', '=', other.email).execute();
  const [page, appealed] = [await claimedPage(server), await desk.decided()];
  // The clock of the job queue does not move in tests, so a postponed job is added again.
  const told = async (minutes = 61) => {
    server.advance(minutes * MINUTE);
    await addJob(server.db, 'notify-page-reports', {});
    const sent = await server.sentEmails();
    if (minutes > 0) desk.admin = await signedInAdmin(server);
    const emails = sent.filter(({ subject }) => subject?.startsWith('New on '));
    return emails.map((one) => [addressOf(one), one.subject?.replace(/^.*: /, '')]);
  };
  await told();
  await report(server, page.handle);
  expect(await told(0)).toEqual([
    [server.config.adminEmails[0], '1 page report'],
    [other.email, '1 page report'],
  ]);
  await report(server, page.handle, { reason: 'spam' });
  expect(await told(0)).toEqual([]);
  await report(server, page.handle, { reason: 'spam' });
  expect((await told())[0]).toEqual([server.config.adminEmails[0], '2 page reports']);
  await report(server, page.handle);
  expect(await told(30)).toEqual([]);
  await report(server, other.handle);
  await appealed.owner.request('POST', `${appealed.url}/appeal`, { text: 'Please look again.' });
  expect((await told(31))[0]).toEqual([server.config.adminEmails[0], '2 page reports and 1 appeal']);
  expect(await told()).toEqual([]);
  // A case that was decided before the email is not counted.
  await report(server, other.handle, { text: 'My secret neighbour.' });
  await desk.decide(await desk.waiting(other.handle), {
    action: 'dismiss',
    reporterAnswer: 'No.',
    ownerAnswer: null,
  });
  expect(await told()).toEqual([]);
  await server.db.updateTable('accounts').set({ is_admin: false }).where('email', '=', other.email).execute();
});

it('an email about new reports is ordered with the first report, and by an appeal', async () => {
  server.advance(2 * HOUR);
  desk.admin = await signedInAdmin(server);
  const { owner, handle, id: handleId } = await claimedPage(server);
  await report(server, handle, { text: 'A text about the page.' });
  const [told, ...more] = await server.sentEmails();
  expect([told && addressOf(told), more]).toEqual([server.config.adminEmails[0], []]);
  expect(told?.subject).toContain('1 page report');
  for (const text of ['New since the last', '/app/adm?tab=page-reports']) expect(told?.text).toContain(text);
  for (const secret of ['rita@', 'A text about', handle]) expect(told?.text).not.toContain(secret);
  const id = await desk.waiting(handle);
  await desk.decide(id, { action: 'ask', reporterAnswer: 'Thank you.', ownerAnswer: 'Please change it.' });
  server.advance(2 * HOUR);
  await server.sentEmails();
  await owner.request('POST', `/api/handles/${handleId}/decisions/${id}/appeal`, { text: 'Please look again.' });
  expect((await server.sentEmails()).map(({ subject }) => subject?.replace(/^.*: /, ''))).toEqual(['1 appeal']);
});
