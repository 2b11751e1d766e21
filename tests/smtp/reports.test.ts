import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { newId } from '../../mail/message/message-id.ts';
import { WORKER_LIMITS } from '../../mail/reports/report-pool.ts';
import { Srs } from '../../mail/rewrite/srs.ts';
import { dmarcReport, feedbackMail, reportMail } from '../support/mail/report-samples.ts';
import { DOMAIN, type MailServer, startMailServer } from './mail-server.ts';
import { dnsWith, type Records, send, signedBy } from './signed-senders.ts';

WORKER_LIMITS.filename = fileURLToPath(new URL('../support/mail/hanging-report-worker.ts', import.meta.url));
// Long enough for a thread to start on a busy machine.
WORKER_LIMITS.deadline = 3000;

const REPORTS = `dmarc-reports@${DOMAIN}`;
const ABUSE = `postmaster@${DOMAIN}`;
const SPF: Records = { 'TXT reporter.test': 'v=spf1 ip4:127.0.0.1 -all' };
const MAIL = reportMail(gzipSync(dmarcReport()));
const HANGING = `${MAIL}HANGS\r\n`;
const FROM = 'noreply@reporter.test';

const start = (records: Records = SPF) => startMailServer({ resolver: dnsWith(records) });

/** The return address of mail that alice forwarded. */
async function returnAddress({ host: { senderTokens: tokens, clock }, options }: MailServer): Promise<string> {
  const srs = new Srs({ domain: DOMAIN, secrets: options.secrets, tokens, clock });
  return srs.write({ sender: 'carol@senders.test', recipient: 'alice' });
}

it('stores a report to the report address, and forwards nothing', async () => {
  await using server = await start();
  expect(await send(server, MAIL, FROM, [REPORTS])).toMatch(/^250 2\.0\.0 /);
  expect(server.reports).toMatchObject([
    { reporter: 'reporter.test', about: null, report: { kind: 'dmarc', id: '1234' } },
  ]);
  expect(server.inbox.received).toHaveLength(0);
  expect(server.queue.rows).toHaveLength(0);
  expect(server.log.join('\n')).toContain('mail.report.received');
});

it('stores a report to a role address once, however many administrators it has', async () => {
  await using server = await start();
  expect(await send(server, MAIL, FROM, [ABUSE, REPORTS])).toMatch(/^250 /);
  expect(server.reports).toHaveLength(1);
  expect(server.inbox.received).toHaveLength(0);
  expect(server.deliveries.size).toBe(0);
});

it('forwards ordinary mail to role addresses as before, and refuses it at the report address', async () => {
  await using server = await start();
  const mail = 'From: carol@reporter.test\r\nSubject: hi\r\n\r\nHello\r\n';
  expect(await send(server, mail, FROM, [ABUSE])).toMatch(/^250 /);
  expect(await send(server, mail, FROM, [REPORTS])).toMatch(/^550 5\.7\.1 This address accepts DMARC and TLS reports/);
  expect(await send(server, mail, FROM, [ABUSE, REPORTS])).toMatch(/^250 /);
  expect(server.log.join('\n')).toContain('mail.report.dropped');
  expect(server.reports).toHaveLength(0);
  expect(server.inbox.received.length + server.queue.rows.length).toBeGreaterThanOrEqual(2);
});

it('forwards a report to the other recipients of the message', async () => {
  await using server = await start();
  expect(await send(server, MAIL, FROM, [REPORTS, `alice@${DOMAIN}`])).toMatch(/^250 /);
  expect(server.reports).toHaveLength(1);
  expect(server.inbox.received.map(({ to }) => to)).toEqual([['alice.inbox@elsewhere.test']]);
});

it('forwards a report to a handle unchanged', async () => {
  await using server = await start();
  expect(await send(server, MAIL, FROM, [`alice@${DOMAIN}`])).toMatch(/^250 /);
  expect(server.reports).toHaveLength(0);
  expect(server.inbox.received).toHaveLength(1);
});

const SPOOFER: Records = { 'TXT spoofer.test': 'v=spf1 ip4:127.0.0.1 -all' };
const NOT_PROVEN = /^550 5\.7\.1 .*that pass SPF or DKIM/;
const because = (why: string) => new RegExp(`^550 5\\.6\\.0 The report cannot be accepted: .*${why}`);

it.each<[string, Records, string, string, RegExp]>([
  ['SPF of another domain', SPOOFER, 'x@spoofer.test', MAIL, NOT_PROVEN],
  ['no authentication', {}, FROM, MAIL, NOT_PROVEN],
  ['two authors', SPF, FROM, MAIL.replace(/^From: .*/, 'From: a@reporter.test, b@reporter.test'), NOT_PROVEN],
  ['two From fields', SPF, FROM, `From: other@reporter.test\r\n${MAIL}`, because('one From field')],
  [
    'another domain in the report',
    SPF,
    FROM,
    reportMail(gzipSync(dmarcReport(undefined, 'other.test'))),
    because('another domain'),
  ] as [string, Records, string, string, RegExp],
  ['damaged content', SPF, FROM, reportMail(gzipSync(dmarcReport()).subarray(0, 99)), because('damaged')],
  ['more than 5 MB', SPF, FROM, reportMail(Buffer.alloc(4 * 1024 * 1024, 1)), because('larger than 5 MB')],
  ['a parser that hangs', SPF, FROM, HANGING, because('too much time or memory')],
])('refuses a report with %s, and states the reason', async (_name, records, from, mail, reply) => {
  await using server = await start(records);
  expect(await send(server, mail, from, [REPORTS])).toMatch(reply);
  expect(server.reports).toHaveLength(0);
  expect(server.log.join('\n')).toContain('mail.report.ignored');
});

it('accepts a report that only DKIM authenticates', async () => {
  await using server = await start({});
  expect(await send(server, await signedBy('reporter.test', MAIL), 'x@elsewhere.test', [REPORTS])).toMatch(/^250 /);
  expect(server.reports).toHaveLength(1);
});

it('defers a report while DNS fails', async () => {
  await using server = await start({ 'TXT reporter.test': { fails: 'SERVFAIL' } });
  expect(await send(server, MAIL, FROM, [REPORTS])).toMatch(/^451 4\.7\.0 /);
});

it('loses only the report that hangs its worker: others are accepted and stored, and people get their mail (attack 41)', async () => {
  await using server = await start();
  const hanging = send(server, HANGING, FROM, [REPORTS]);
  expect(await send(server, MAIL, FROM, [`alice@${DOMAIN}`])).toMatch(/^250 /);
  expect(await hanging).toMatch(/^550 5\.6\.0 /);
  expect(server.log.join('\n')).toContain('mail.report.worker_ended');
  expect(await send(server, MAIL, FROM, [REPORTS])).toMatch(/^250 /);
  expect(server.reports).toHaveLength(1);
  // A role address gets a message that cannot be read as a report.
  const before = server.inbox.received.length;
  expect(await send(server, HANGING, FROM, [ABUSE])).toMatch(/^250 /);
  expect(server.inbox.received.length).toBeGreaterThan(before);
});

it('counts the quota of a reporter before it reads a report (attack 41)', async () => {
  await using server = await startMailServer({
    resolver: dnsWith(SPF),
    rates: { take: (key) => key !== 'reports of reporter.test' },
  });
  expect(await send(server, HANGING, FROM, [REPORTS])).toMatch(/^451 4\.7\.1 /);
  expect(await send(server, HANGING, FROM, [ABUSE])).toMatch(/^250 /);
  expect(server.log.join('\n')).not.toContain('mail.report.worker_ended');
});

it('defers a report that cannot be stored, and one beyond the limit of its domain', async () => {
  await using server = await start();
  server.host.reports.store = () => Promise.reject(new Error('the database is unavailable'));
  expect(await send(server, MAIL, FROM, [REPORTS])).toMatch(/^451 4\.3\.0 /);
  await using limited = await startMailServer({
    resolver: dnsWith(SPF),
    rates: { take: (key) => key !== 'reports of reporter.test' },
  });
  expect(await send(limited, MAIL, FROM, [REPORTS])).toMatch(/^451 4\.7\.1 /);
  expect(limited.reports).toHaveLength(0);
});

it('attributes a complaint to the handle of the return address that it came to', async () => {
  await using server = await start({});
  const mail = await signedBy('reporter.test', feedbackMail(''));
  expect(await send(server, mail, '', [await returnAddress(server)])).toMatch(/^250 /);
  expect(server.reports).toMatchObject([
    { report: { kind: 'feedback' }, about: { key: 'alice', traffic: 'forwarded', isProven: true } },
  ]);
  expect(server.queue.rows).toHaveLength(0);
});

it('attributes a complaint to the handle of a return address that it names', async () => {
  await using server = await start();
  expect(await send(server, feedbackMail(await returnAddress(server)), FROM, [ABUSE])).toMatch(/^250 /);
  const enclosed = [`Return-Path: <${await returnAddress(server)}>`];
  expect(await send(server, feedbackMail('x@y.test', enclosed), FROM, [ABUSE])).toMatch(/^250 /);
  const forwarded = { about: { key: 'alice', traffic: 'forwarded', isProven: true } };
  expect(server.reports).toMatchObject([forwarded, forwarded]);
  expect(server.inbox.received).toHaveLength(0);
});

it('attributes a complaint about sent mail to its handle, and identifies it by the copy', async () => {
  await using server = await start({ ...SPF, 'TXT other.test': 'v=spf1 ip4:127.0.0.1 -all' });
  const { senderTokens: tokens, clock } = server.host;
  const srs = new Srs({ domain: DOMAIN, secrets: server.options.secrets, tokens, clock });
  const id = newId(clock());
  const returnPath = await srs.writeSent({ key: 'alice', id });
  const mail = (reporter: string) => signedBy(reporter, feedbackMail(returnPath, [], `fbl@${reporter}`));
  expect(await send(server, await mail('reporter.test'), 'fbl@reporter.test', [ABUSE])).toMatch(/^250 /);
  expect(await send(server, await mail('other.test'), '', [returnPath])).toMatch(/^250 /);
  const about = { key: 'alice', traffic: 'sent', isProven: true };
  expect(server.reports).toMatchObject([
    { about, report: { id }, reporter: 'reporter.test' },
    { about, report: { id }, reporter: 'other.test' },
  ]);
  expect(server.queue.rows).toHaveLength(0);
});

it('does not accept a forged return address or an unverified signature as proof', async () => {
  await using server = await start();
  const enclosed = [`DKIM-Signature: v=1; d=${DOMAIN}; b=x`, `From: alice@${DOMAIN}`];
  const forged = `srs0=aaaaaaaaaaaaa=aa=alice=senders.test=carol@${DOMAIN}`;
  expect(await send(server, feedbackMail(forged, enclosed), FROM, [ABUSE])).toMatch(/^250 /);
  expect(await send(server, feedbackMail(forged, [`From: bob@${DOMAIN}`]), FROM, [ABUSE])).toMatch(/^250 /);
  expect(server.reports.map(({ about }) => about)).toEqual([{ key: 'alice', traffic: 'sent', isProven: false }, null]);
});

it('drops an unauthenticated complaint to a return address', async () => {
  await using server = await start({});
  expect(await send(server, feedbackMail(''), '', [await returnAddress(server)])).toMatch(/^250 /);
  expect(server.reports).toHaveLength(0);
  expect(server.queue.rows).toHaveLength(0);
  expect(server.log.join('\n')).toContain('mail.report.ignored');
});
