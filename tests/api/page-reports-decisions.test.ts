import { beforeAll, expect, it } from 'vitest';
import { type AdminCase, adminCaseDetails, adminCases } from '../../contract/page-reports/cases.ts';
import { DAY } from '../../contract/time.ts';
import { readAllPages } from '../support/api/admin.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { Person } from '../support/api/person.ts';
import { ANSWERS, addressOf, CaseDesk } from '../support/reports/case-desk.ts';
import { claimedPage, report } from '../support/reports/reported-page.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let desk: CaseDesk;
beforeAll(async () => {
  desk = await CaseDesk.open(server);
});

it('combines the reports about a page into one case with the count of each reason, and lists waiting cases first', async () => {
  const [one, two] = [await claimedPage(server), await claimedPage(server)];
  for (const reason of ['spam', 'phishing', 'spam']) await report(server, one.handle, { reason });
  await report(server, two.handle);
  const first = await desk.waiting(one.handle);
  const { body } = await desk.list();
  expect(adminCases.parse(body)).toEqual(body);
  expect(body.map(({ handle, reports }) => [handle, reports])).toEqual([
    [one.handle, 3],
    [two.handle, 1],
  ]);
  expect(body[0]?.reasons).toEqual([
    { reason: 'spam', count: 2 },
    { reason: 'phishing', count: 1 },
  ]);
  await desk.decide(first, { action: 'dismiss', reporterAnswer: 'Nothing is wrong.', ownerAnswer: null });
  // A report after the decision opens the next case.
  await report(server, one.handle);
  const after = (await desk.list()).body;
  expect(after.map(({ handle, state }) => [handle, state])).toEqual([
    [two.handle, 'open'],
    [one.handle, 'open'],
    [one.handle, 'dismissed'],
  ]);
  for (const limit of [1, 2]) {
    expect(await readAllPages<AdminCase>(desk.admin, `/api/admin/page-reports?limit=${limit}`)).toEqual(after);
  }
  expect((await desk.list('?state=closed')).body.map(({ id }) => id)).toEqual([first]);
  expect((await desk.list('?state=waiting')).body).toHaveLength(2);
  for (const wrong of ['after=x', 'after=2.1', 'after=0.9999999999', "after=0.1'", 'state=open', 'limit=0']) {
    expect([wrong, (await desk.list(`?${wrong}`)).status]).toEqual([wrong, 400]);
  }
  const csv = await desk.admin.request('GET', '/api/admin/page-reports.csv?state=closed');
  expect(csv.text.split('\r\n')[1]).toContain(`${first},${one.handle},active,dismissed,,3,"spam 2, phishing 1",`);
  expect((await desk.details(after[1]?.id ?? 0)).earlier).toMatchObject([
    { id: first, state: 'dismissed', action: null },
  ]);
});

it('shows an administrator the page, the reports and who sent them', async () => {
  const { handle, email } = await claimedPage(server);
  await report(server, handle);
  await report(server, handle, { text: 'Me too.', email: '', address: '' });
  const body = await desk.details(await desk.waiting(handle));
  expect(adminCaseDetails.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    handle,
    ownerEmail: email,
    state: 'open',
    reports: 2,
    blocks: [{ type: 'link', title: 'My bank', url: 'https://bank.example/login' }],
    items: [
      { text: 'Me too.', email: null, address: null },
      { reason: 'phishing', email: 'rita@reporters.example', address: 'https://bank.example/login' },
    ],
  });
  expect((await desk.admin.request('GET', '/api/admin/page-reports/1999999')).status).toBe(404);
});

it('dismisses reports, answers each reporter once, and sends the owner only the text for the owner', async () => {
  const { handle, email } = await claimedPage(server);
  await report(server, handle);
  await report(server, handle, { email: 'RITA@reporters.example' });
  await report(server, handle, { email: 'ben@reporters.example' });
  await report(server, handle, { email: '' });
  const id = await desk.waiting(handle);
  const answer = { action: 'dismiss', reporterAnswer: 'We saw nothing wrong.' };
  expect((await desk.decide(id, { ...answer, ownerAnswer: null })).body).toMatchObject({
    state: 'dismissed',
    action: null,
  });
  const emails = await server.sentEmails();
  expect(emails.map((sent) => addressOf(sent)?.toLowerCase()).sort()).toEqual([
    'ben@reporters.example',
    'rita@reporters.example',
  ]);
  expect(emails[0]?.text).toContain('We saw nothing wrong.');
  expect(await desk.pageStatus(handle)).toBe(200);
  expect(await desk.audit(handle)).toEqual([['dismiss page reports', 'We saw nothing wrong.']]);
  expect((await desk.decide(id, { ...answer, ownerAnswer: null })).body).toMatchObject({ code: 'case_decided' });
  await report(server, handle, { email: '' });
  await desk.decide(await desk.waiting(handle), { ...answer, ownerAnswer: 'All is well.' });
  const [told, ...more] = await server.sentEmails();
  expect([told && addressOf(told), more]).toEqual([email, []]);
  expect(told?.text).toContain('All is well.');
});

it('suspends the handle with the reports, and sends the owner the reason without the reporter', async () => {
  const { handle, email, emails, owner, url, caseId } = await desk.decided('suspend');
  expect(await desk.pageStatus(handle)).toBe(404);
  expect(await desk.audit(handle)).toEqual([
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

it('hides the chosen block, and shows it again when the decision is reversed', async () => {
  const { handle, owner, id: handleId } = await claimedPage(server);
  await owner.request('PUT', `/api/handles/${handleId}/blocks`, [
    { type: 'link', title: 'My bank', url: 'https://bank.example/login' },
    { type: 'network', platform: 'instagram', username: 'ann', url: 'https://instagram.com/ann' },
  ]);
  await report(server, handle);
  const id = await desk.waiting(handle);
  const { blocks } = await desk.details(id);
  const shown = async () => {
    server.pageCache.clear();
    const { text } = await new Person(server).request('GET', `/${handle}`);
    return ['https://bank.example/login', 'https://instagram.com/ann'].map((address) => text.includes(address));
  };
  expect(await shown()).toEqual([true, true]);
  const hide = (blockId: string) => desk.decide(id, { action: 'hide-block', blockId, ...ANSWERS });
  expect((await hide('no-such-block')).status).toBe(404);
  expect((await desk.list('?state=waiting')).body.some((item) => item.id === id)).toBe(true);
  expect((await hide(blocks[1]?.id ?? '')).status).toBe(200);
  expect(await shown()).toEqual([true, false]);
  await owner.request('POST', `/api/handles/${handleId}/decisions/${id}/appeal`, { text: 'That is me.' });
  await desk.decideAppeal(id, 'reversed');
  expect(await shown()).toEqual([true, true]);
});

it('a block that an administrator hid cannot be shown again by its owner, under its id or its address', async () => {
  const { handle, owner, id: handleId } = await claimedPage(server);
  const put = (blocks: object[]) => owner.request('PUT', `/api/handles/${handleId}/blocks`, blocks);
  const links = (isActive: boolean, username = 'ann') =>
    owner.request('PATCH', `/api/handles/${handleId}`, { socialLinks: [{ platform: 'x', username, isActive }] });
  const blocks = async () => (await owner.request('GET', `/api/handles/${handleId}/blocks`)).body;
  await put([
    { type: 'network', platform: 'x', username: 'ann' },
    { type: 'text', text: 'Send me your password.' },
    { type: 'link', title: 'My bank', url: 'https://bank.example/login' },
  ]);
  const decisions: number[] = [];
  for (const { id: blockId } of await blocks()) {
    await report(server, handle);
    const id = await desk.waiting(handle);
    await desk.decide(id, { action: 'hide-block', blockId, ...ANSWERS });
    decisions.push(id);
  }
  const [network, text, link] = await blocks();
  expect([network, text, link].map(({ hidden, heldBy }) => [hidden, heldBy])).toEqual(
    decisions.map((id) => [true, id]),
  );
  const shown = (block: object, more = {}) => ({ ...block, hidden: false, ...more });
  for (const [at, wanted] of [
    [0, [shown(network), text, link]],
    [1, [network, shown(text, { text: 'Your password, please.' }), link]],
    [2, [network, text, shown(link, { title: 'Another title' })]],
    [2, [network, text, shown(link, { id: undefined })]],
    [3, [network, text, link, { type: 'embed', kind: 'post', title: 'Again', url: 'https://bank.example/login' }]],
  ] as const) {
    const refused = await put([...wanted]);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: `${at}.hidden`, message: expect.stringContaining('An administrator hid this part') }],
    ]);
  }
  expect((await links(true)).body.errors[0].path).toBe('socialLinks.0.isActive');
  expect((await links(false)).status).toBe(200);
  // Hidden links stay as they are and can be changed and removed; another account of the network is another link.
  expect((await put([link, text, network])).body.map(({ heldBy }: { heldBy: number }) => heldBy)).toEqual(
    [...decisions].reverse(),
  );
  expect((await links(false, 'ann_shop')).status).toBe(200);
  expect((await blocks()).find(({ type }: { type: string }) => type === 'network').heldBy).toBeUndefined();
  expect((await links(true, 'ann_shop')).status).toBe(200);
  const linkCase = decisions[2] ?? 0;
  await owner.request('POST', `/api/handles/${handleId}/decisions/${linkCase}/appeal`, { text: 'It is my bank.' });
  expect((await put([shown(link)])).status).toBe(400);
  await desk.decideAppeal(linkCase, 'reversed');
  expect((await put([shown(link)])).body).toMatchObject([{ title: 'My bank', hidden: false }]);
  // A visible block with the address of a hidden one does not prevent saving the page.
  const [one, two] = (await put([link, link].map((block) => shown(block, { id: undefined })))).body;
  await report(server, handle);
  await desk.decide(await desk.waiting(handle), { action: 'hide-block', blockId: one.id, ...ANSWERS });
  expect((await put([{ ...one, hidden: true }, shown(two, { title: 'Another title' })])).status).toBe(200);
});

it('changes nothing if one part of a decision is impossible', async () => {
  const { handle } = await claimedPage(server);
  await report(server, handle);
  const id = await desk.waiting(handle);
  await server.db.updateTable('handles').set({ state: 'quarantined' }).where('handle', '=', handle).execute();
  expect((await desk.decide(id, { action: 'suspend', ...ANSWERS })).body).toMatchObject({ code: 'not_suspendable' });
  expect([await server.sentEmails(), await desk.audit(handle), (await desk.details(id)).state]).toEqual([
    [],
    [],
    'open',
  ]);
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
  const id = await desk.waiting(handle);
  expect((await desk.decide(id, body)).status).toBe(400);
  expect((await desk.details(id)).state).toBe('open');
});

it('exports decisions about a page without reporters, and what the person reported', async () => {
  const { owner, handle, email } = await desk.decided();
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
  const { email, caseId } = await desk.decided();
  const other = await claimedPage(server);
  await report(server, other.handle, { email, text: 'I have seen this too.' });
  await server.db
    .updateTable('accounts')
    .set({ closed_at: new Date(server.clock().getTime() - 40 * DAY) })
    .where('email', '=', email)
    .execute();
  await runNightlyJobs(server);
  expect((await desk.admin.request('GET', `/api/admin/page-reports/${caseId}`)).status).toBe(404);
  expect((await desk.details(await desk.waiting(other.handle))).items).toMatchObject([
    { text: 'I have seen this too.', email: null },
  ]);
});
