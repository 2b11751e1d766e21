import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../contract/time.ts';
import { startDns } from '../../fakes/dns.ts';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import { personalLines } from '../support/log/personal-data.ts';
import { freePort } from '../support/server/free-port.ts';
import { readMetric } from '../support/server/read-metric.ts';
import { runUntilExit } from '../support/server/run-until-exit.ts';
import { type RunningProcess, startProcess } from '../support/server/server-process.ts';
import { useDatabase } from '../support/server/test-database.ts';
import { startTraceCollector, type TraceCollector } from '../support/server/trace-collector.ts';

// One process in production mode with every role, two mail processes, a relay, and a collector of traces. The tests read its
// logs, metrics and traces while a person claims a handle, signs in, and gets mail.

const HOST = 'np.example.org';
const OWNER = 'annabel.quill@account-mail.net';
const INBOX = 'quill-private@inbox-mail.net';
const DISPLAY_NAME = 'Annabel Thornquill';
const SENDER = 'bertram@sender-mail.net';
const VISITOR = '203.0.113.77';
/** The address of the sending mail server, which differs from the one that we listen on. */
const SENDING_SERVER = '127.0.0.77';
const TRACE_OF_A_STRANGER = '0af7651916cd43dd8448eb211c80319c';

const dataDir = mkdtempSync(path.join(tmpdir(), 'nameplate-production-'));
/** All personal data that the run used. */
const personal = new Set([OWNER, INBOX, SENDER, DISPLAY_NAME, VISITOR, SENDING_SERVER]);
const database = useDatabase(3);
let relay: Inbox;
let dns: Awaited<ReturnType<typeof startDns>>;
let collector: TraceCollector;
let app: RunningProcess;
const [port, smtpPort, metricsPort] = await Promise.all([freePort(), freePort(), freePort()]);
const settings = () => ({
  NODE_ENV: 'production',
  PUBLIC_URL: `https://${HOST}`,
  SECRET_KEY: 'a-secret-of-this-test-of-32-characters',
  ADMIN_EMAILS: 'operator@company-mail.net',
  PAYPAL_ENV: 'off',
  TRUST_PROXY: '127.0.0.1',
  DATA_DIR: dataDir,
  // A service often has no home folder.
  HOME: '/dev/null',
  DATABASE_URL: database.url,
  PORT: String(port),
  SMTP_PORT: String(smtpPort),
  METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
  MAIL_PROCESSES: '2',
  SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}`,
  DNS_SERVERS: dns.server,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  OTEL_BSP_SCHEDULE_DELAY: '100',
  LOG_LEVEL: 'trace',
});

beforeAll(async () => {
  relay = await startInbox();
  dns = await startDns({ 'sender-mail.net': { TXT: [`v=spf1 ip4:${SENDING_SERVER} -all`] } });
  collector = await startTraceCollector();
  app = await startProcess(settings(), { supervised: true });
});
afterAll(async () => {
  await app?.end('SIGTERM');
  await collector?.close();
  await relay?.close();
  await dns?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const cookies = new Map<string, string>();

/** Sends a request as a proxy passes it on. */
async function call(method: string, url: string, body?: object, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((done, fail) => {
    httpRequest({
      host: '127.0.0.1',
      port,
      method,
      path: url.replace(`https://${HOST}`, ''),
      headers: {
        host: HOST,
        'x-forwarded-for': VISITOR,
        'x-forwarded-proto': 'https',
        ...(method !== 'GET' && { origin: `https://${HOST}` }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
      .once('response', done)
      .once('error', fail)
      .end(body && JSON.stringify(body));
  });
  for (const set of response.headers['set-cookie'] ?? []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    cookies.set(name, value);
    if (value !== '') personal.add(value);
  }
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
}

/** Waits for the next email to this inbox, and follows its link. */
async function followLink(to: string, count: number): Promise<void> {
  const mails = () => relay.received.filter((mail) => mail.to.includes(to));
  await expect.poll(() => mails().length, { timeout: 60_000 }).toBe(count);
  const mail = await PostalMime.parse(mails().at(-1)?.bytes ?? '');
  const link = new RegExp(`https://${HOST}/link/([\\w-]+)`).exec(mail.text ?? '');
  if (!link?.[1]) throw new Error(`no link in ${mail.text}`);
  personal.add(link[1]);
  expect((await call('POST', link[0])).status).toBeLessThan(400);
}

/** Sends a message from the sending server, and returns the reply to it. */
async function send(to: string, subject: string): Promise<string> {
  const client = new SMTPConnection({
    ignoreTLS: true,
    host: '127.0.0.1',
    port: smtpPort,
    connection: createConnection({ host: '127.0.0.1', port: smtpPort, localAddress: SENDING_SERVER }),
  });
  client.on('error', () => {});
  await new Promise<void>((done, fail) => client.connect((error) => (error ? fail(error) : done())));
  const message = `From: ${SENDER}\r\nTo: ${to}\r\nSubject: ${subject}\r\nDate: Mon, 23 Nov 2026 10:00:00 +0000\r\n\r\nHello.\r\n`;
  return new Promise((done) => {
    client.send({ from: SENDER, to: [to] }, message, (error, info) => {
      client.quit();
      done(error?.response ?? info?.response ?? '');
    });
  });
}

const linesOf = (log: string) => Array.from(log.trim().split('\n'), (line) => JSON.parse(line));
const metric = (name: string, labels?: Record<string, string>) => readMetric(metricsPort, name, labels);

it('claims, signs in, forwards, bounces and fails in production mode', async () => {
  expect((await call('POST', '/api/send-magic-link', { email: OWNER, handle: 'thornquill-here' })).status).toBe(200);
  await followLink(OWNER, 1);
  const [{ id }] = JSON.parse((await call('GET', '/api/handles')).text);
  expect((await call('PATCH', `/api/handles/${id}`, { displayName: DISPLAY_NAME })).status).toBe(200);
  expect((await call('POST', '/api/email-forwarding', { handleId: id, forwardingEmail: INBOX })).status).toBe(200);
  await followLink(INBOX, 1);
  await call('POST', '/api/logout');
  cookies.clear();
  expect((await call('POST', '/api/send-login-magic-link', { email: OWNER })).status).toBe(200);
  await followLink(OWNER, 2);

  const address = `thornquill-here@${HOST}`;
  expect(await send(address, 'Hello')).toMatch(/^250 /);
  relay.on('rcpt', `550 5.1.1 <${INBOX}>: ${DISPLAY_NAME} has no mailbox here`);
  expect(await send(address, 'Rejected')).toMatch(/^550 /);
  // Accepted and deferred, then returned to its sender.
  relay.on('rcpt', `451 4.2.1 <${INBOX}> is busy`);
  expect(await send(address, 'Late')).toMatch(/^250 /);
  await expect.poll(() => metric('nameplate_mail_queue', { state: 'later' }), { timeout: 60_000 }).toBe(1);
  expect(await metric('nameplate_mail_queue_oldest_seconds')).toBeGreaterThan(0);
  relay.on('rcpt', `550 5.1.1 <${INBOX}>: ${DISPLAY_NAME} has no mailbox here`, 1);
  await sql`update mail_recipients set next_try_at = now()`.execute(database.db);
  await sql`select pg_notify('mail_queue_due', '')`.execute(database.db);
  await expect.poll(() => relay.received.some(({ to }) => to.includes(SENDER)), { timeout: 60_000 }).toBe(true);

  // The database fails with a message that quotes a row.
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'cannot store %', new.value using detail = 'Failing row contains (' || new.value || ')';
    end $$`.execute(database.db);
  await sql`create trigger refuse before insert on limited_uses for each row execute function refuse()`.execute(
    database.db,
  );
  const failed = await call('POST', '/api/send-login-magic-link', { email: OWNER });
  expect(failed.status).toBe(500);
  await sql`drop trigger refuse on limited_uses`.execute(database.db);
  await expect.poll(app.output).toContain(String(failed.headers['x-request-id']));
  const job = JSON.stringify({ kind: 'unknown', to: OWNER });
  await sql`select graphile_worker.add_job('send-letter', ${job}::json, max_attempts => 1)`.execute(database.db);
  await expect.poll(app.output, { timeout: 60_000 }).toContain('job.failed');
});

it('returns the id of a request, which finds its log lines with method and route', async () => {
  const response = await call('GET', '/api/user', undefined, { 'x-request-id': 'chosen-by-a-stranger' });
  const id = String(response.headers['x-request-id']);
  expect(id).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
  await expect.poll(app.output).toContain(`"reqId":"${id}"`);
  const lines = app
    .output()
    .split('\n')
    .filter((line) => line.includes(`"${id}"`));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'http.request', reqId: id, method: 'GET', route: '/api/user', status: 200 },
  ]);
  // The job draws the sharing image, which changes the page.
  const drawing = sql`select from graphile_worker.jobs where task_identifier = 'draw-card'`;
  await expect.poll(async () => (await drawing.execute(database.db)).rows, { timeout: 60_000 }).toEqual([]);
  // A page that a shared cache may store has no request id.
  expect((await call('GET', '/thornquill-here')).headers).not.toHaveProperty('x-request-id');
  expect((await call('GET', '/thornquill-here')).status).toBe(200);
});

it('counts the events of all its processes', async () => {
  const counted = (name: string, labels: Record<string, string>, value: number) =>
    expect.poll(() => metric(name, labels), { timeout: 60_000 }).toBe(value);
  await counted('nameplate_http_requests_total', { route: '/link/:token', method: 'POST', status: '303' }, 3);
  await counted('nameplate_http_request_duration_seconds_count', { route: '/link/:token', method: 'POST' }, 3);
  await counted('nameplate_http_requests_total', { route: '/api/send-login-magic-link', status: '500' }, 1);
  await counted('nameplate_page_fast_path_responses_total', { method: 'GET', status: '200' }, 1);
  await counted('nameplate_page_cache_requests_total', { result: 'miss' }, 1);
  await counted('nameplate_page_cache_pages', {}, 1);
  await counted('nameplate_sign_ins_total', { by: 'link' }, 2);
  await counted('nameplate_security_events_total', { event: 'sign_out' }, 1);
  // The kernel chooses the mail process of each connection, so only the sum is known.
  await counted('nameplate_smtp_sessions_total', { service: 'transfer' }, 3);
  await counted('nameplate_smtp_sessions_open', { service: 'transfer' }, 0);
  await counted('nameplate_smtp_replies_total', { command: 'RCPT', class: '2xx' }, 3);
  await counted('nameplate_smtp_replies_total', { command: 'message', class: '2xx' }, 2);
  await counted('nameplate_smtp_replies_total', { command: 'message', class: '5xx' }, 1);
  await counted('nameplate_smtp_message_duration_seconds_count', { service: 'transfer' }, 3);
  await counted('nameplate_mail_received_total', { direction: 'received' }, 3);
  await counted('nameplate_mail_deliveries_total', { outcome: 'handed_on' }, 1);
  await counted('nameplate_mail_deliveries_total', { outcome: 'returned' }, 1);
  await counted('nameplate_job_attempts_total', { task: 'send-letter', result: 'failed' }, 1);
  // For the sharing image, the text engine keeps its index of fonts in DATA_DIR.
  await expect.poll(() => readdirSync(path.join(dataDir, 'cache/fontconfig')).length).toBeGreaterThan(0);
  await counted('nameplate_jobs', { task: 'send-letter', state: 'failed' }, 1);
  await counted('nameplate_mail_queue', { state: 'due' }, 0);
  await counted('nameplate_mail_queue_paused', {}, 0);
  await counted('nameplate_payments', { state: 'granted' }, 0);
  await counted('nameplate_processes', { role: 'mail' }, 2);
  await counted('nameplate_database_waiting', {}, 0);
  expect(await metric('nameplate_database_connections', { state: 'open' })).toBeGreaterThan(2);
  expect(await metric('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(await metric('process_resident_memory_bytes')).toBeGreaterThan(100_000_000);
  for (const folder of ['DATA_DIR', 'BACKUP_DIR']) {
    expect(await metric('nameplate_disk_free_bytes', { folder })).toBeGreaterThan(0);
    expect(await metric('nameplate_disk_free_ratio', { folder })).toBeLessThanOrEqual(1);
  }
  // Of one mail process, not a sum of two: a self-signed certificate is valid for ten years.
  const expiry = (await metric('nameplate_mail_certificate_expiry_timestamp_seconds')) ?? 0;
  expect(Math.round((expiry - Date.now() / 1000) / DAY_SECONDS)).toBe(3650);
  expect(await metric('nameplate_open_files_ratio')).toBeLessThan(1);
  expect(await metric('nameplate_backup_age_seconds')).toBeUndefined();
});

it('sends traces without the trace id of a stranger and without personal data', async () => {
  const traceparent = `00-${TRACE_OF_A_STRANGER}-b7ad6b7169203331-01`;
  await call('GET', '/api/check-handle/some-other-name', undefined, { traceparent });
  const { spans } = collector;
  const names = () => new Set(spans.map(({ name }) => name));
  await expect.poll(names, { timeout: 60_000 }).toContain('GET /api/check-handle/:handle');
  for (const name of ['POST /link/:token', 'job send-letter', 'smtp transfer message']) {
    await expect.poll(names, { timeout: 60_000 }).toContain(name);
  }
  const checked = spans.find(({ name }) => name === 'GET /api/check-handle/:handle');
  expect(checked?.traceId).not.toBe(TRACE_OF_A_STRANGER);
  expect(checked?.parentSpanId ?? '').toBe('');
  const attributes = Object.fromEntries(
    checked?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [],
  );
  expect(attributes).toMatchObject({ 'http.route': '/api/check-handle/:handle', 'http.response.status_code': 200 });
  const sent = JSON.stringify(spans);
  expect([...personal, 'thornquill'].filter((text) => sent.includes(text))).toEqual([]);
});

it('serves while the collector is down, and logs the outage once', async () => {
  await collector.close();
  expect((await call('GET', '/api/user')).status).toBe(200);
  await expect.poll(app.output, { timeout: 60_000 }).toContain('trace.export_failed');
  expect((await call('GET', '/api/user')).status).toBe(200);
});

it('logs only lines of JSON without personal data', async () => {
  const { code, output } = await runUntilExit(['server/main.ts'], { ...settings(), PORT: 'http' });
  expect(code).toBe(1);
  const failed = linesOf(output);
  expect(failed).toMatchObject([
    { level: 60, event: 'process.start_failed', msg: expect.stringContaining('PORT: must') },
  ]);

  await app.end('SIGTERM');
  const lines = linesOf(app.output());
  for (const line of lines) expect(line).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
  const events = new Set(lines.map(({ event }) => event));
  for (const event of [
    'process.ready process.stopping http.request_failed job.failed mail.delivery.attempted security.sign_in_requested',
    'security.sign_in_succeeded mail.system_email.attempted',
  ].flatMap((line) => line.split(' '))) {
    expect(events).toContain(event);
  }
  // The log keeps the codes of other servers, but not their texts.
  expect(lines.filter(({ reply }) => reply === '550 5.1.1').length).toBeGreaterThan(0);
  expect(personalLines(app.output(), personal)).toEqual([]);
});
