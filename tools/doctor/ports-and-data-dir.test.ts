import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, setDefaultCACertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { makeCertificate } from '../../fakes/certificates.ts';
import { startInbox } from '../../fakes/inbox.ts';
import { parseConfig } from '../../server/platform/config/config.ts';
import { PRODUCTION } from '../../tests/support/server/production-settings.ts';
import type { Finding } from './finding.ts';
import { checkPorts } from './ports-and-data-dir.ts';
import { checkServedCertificates } from './served-certificates.ts';

const smtp = (port: number) => ({ SMTP_PORT: String(port), ROLES: 'mail', MAIL_HOSTNAME: 'mx.example.org' });
const submission = (port: number) => ({ ...smtp(0), SUBMISSION_PORT: String(port) });
const submissions = (port: number) => ({ ...smtp(0), SUBMISSIONS_PORT: String(port) });
const http = (port: number) => ({ PORT: String(port), ROLES: 'http' });

/**
 * Sends `greeting` to every client on a free port. Returns the findings about the port while it is taken and
 * afterwards.
 */
async function findingsOn(greeting: string, settings: (port: number) => Record<string, string>, withTls = false) {
  const greet = (socket: Socket) =>
    socket
      .on('error', () => {})
      .resume()
      .end(greeting);
  const server: Server = withTls ? createTlsServer(await makeCertificate(['other.test']), greet) : createServer(greet);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const config = parseConfig(settings(port));
  const about = (findings: Finding[]) => findings.find(({ what }) => what.includes(` ${port} `));
  const taken = about(await checkPorts(config));
  await new Promise((done) => server.close(done));
  return { taken, free: about(await checkPorts(config)) };
}

it.each([
  ['a foreign mail server', '220 mail.example.net ESMTP\r\n', smtp, 'SMTP_PORT'],
  ['a server that sends nothing', '', smtp, 'SMTP_PORT'],
  ['a foreign submission server', '220 mail.example.net ESMTP\r\n', submission, 'SUBMISSION_PORT'],
  ['a server without TLS', '220 mx.example.org ESMTP\r\n', submissions, 'SUBMISSIONS_PORT'],
  ['a foreign web server', 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"status":"ok"}', http, 'PORT'],
])('reports a port that is taken by %s, with its setting', async (_, greeting, settings, setting) => {
  const { taken, free } = await findingsOn(greeting, settings);
  expect(taken).toMatchObject({ kind: 'wrong', todo: expect.stringContaining(setting) });
  expect(free).toMatchObject({ kind: 'ok' });
});

it.each([
  ['mail server', '220 mx.example.org ESMTP Nameplate\r\n', smtp, false],
  ['submission server', '220 mx.example.org ESMTP Nameplate\r\n', submission, false],
  ['submission server with TLS', '220 mx.example.org ESMTP Nameplate\r\n', submissions, true],
  ['web server', 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"status":"ok","service":"nameplate"}', http, false],
])('recognises the running %s of this Nameplate', async (_, greeting, settings, withTls) => {
  expect((await findingsOn(greeting, settings, withTls)).taken).toMatchObject({ kind: 'ok' });
});

it('does not check submission ports that are off', async () => {
  const config = parseConfig({ ...smtp(0), SUBMISSION_PORT: '0', SUBMISSIONS_PORT: '0' });
  expect((await checkPorts(config)).map(({ what }) => what)).toEqual(['SMTP_PORT 0 is free on 127.0.0.1']);
});

it('compares the certificates that the mail ports serve with TLS_CERT, and verifies them as other servers do', async () => {
  const HOST = 'mx.example.org';
  const folder = mkdtempSync(join(tmpdir(), 'nameplate-doctor-'));
  const root = await makeCertificate([], { subject: 'a root' });
  const middle = await makeCertificate([], { subject: 'an intermediate', by: root });
  setDefaultCACertificates([root.cert]);
  const yesterday = new Date(Date.now() - DAY);
  const [own, before, ended, other, short] = await Promise.all([
    makeCertificate([HOST], { by: root }),
    makeCertificate([HOST], { by: root }),
    makeCertificate([HOST], { by: root, notAfterDate: yesterday }),
    makeCertificate(['mx.example.net'], { by: root }),
    makeCertificate([HOST], { by: middle }),
  ]);
  const inbox = await startInbox();
  inbox.on('banner', `220 ${HOST} ESMTP`);
  const reply = (socket: Socket) => {
    socket.on('error', () => {}).on('data', () => socket.write(`250 ${HOST} greets you\r\n`));
    socket.write(`220 ${HOST} ESMTP\r\n`);
  };
  const submissions = createTlsServer(own, reply);
  await new Promise<void>((done) => submissions.listen(0, '127.0.0.1', done));
  const { port } = submissions.address() as { port: number };
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(key, own.key);
  const settings = { LISTEN_HOST: '127.0.0.1', SMTP_PORT: `${inbox.port}`, SUBMISSION_PORT: '0', ROLES: 'mail' };
  const check = (file: string, served: typeof own | null, changes: Record<string, string> = {}) => {
    writeFileSync(cert, file);
    inbox.tls = served;
    const files = { TLS_CERT: cert, TLS_KEY: key, MAIL_HOSTNAME: HOST, SUBMISSIONS_PORT: `${port}` };
    return checkServedCertificates(parseConfig({ ...PRODUCTION, ...settings, ...files, ...changes }));
  };
  const text = (findings: Finding[]) => findings.map(({ kind, what }) => `${kind} ${what}`).join('\n');
  expect(await check(own.cert, own)).toEqual([
    { kind: 'ok', what: `SMTP_PORT ${inbox.port} serves the certificate in TLS_CERT` },
    { kind: 'ok', what: `SUBMISSIONS_PORT ${port} serves the certificate in TLS_CERT` },
  ]);
  submissions.setSecureContext(before);
  expect(text(await check(own.cert, own))).toMatch(/^ok SMTP.*\nwrong SUBMISSIONS_PORT.*certificate other than/);
  const smtp = { SUBMISSIONS_PORT: '0' };
  expect(text(await check(own.cert, before, smtp))).toMatch(/^wrong SMTP_PORT \d+ serves a certificate other than/);
  expect(text(await check(ended.cert, ended, smtp))).toMatch(/^wrong .* ended on /);
  expect(text(await check(other.cert, other, smtp))).toMatch(/^wrong .* is not for mx\.example\.org$/);
  expect(text(await check(short.cert + middle.cert, short, smtp))).toMatch(
    /^wrong other servers cannot verify .*UNABLE/,
  );
  const whole = { key: short.key, cert: short.cert + middle.cert };
  expect(text(await check(whole.cert, whole, smtp))).toMatch(/^ok /);
  expect(text(await check(own.cert, null, smtp))).toMatch(/^wrong SMTP_PORT \d+ offers no working TLS/);
  const local = { NODE_ENV: 'development', ALLOW_PUBLIC_LOCAL_MODE: 'yes', ...smtp };
  expect(await check(own.cert, before, local)).toEqual([
    { kind: 'note', what: expect.stringContaining('other than TLS_CERT') },
  ]);
  inbox.on('banner', '220 mail.example.net ESMTP');
  expect(await check(own.cert, before, smtp)).toEqual([]);
  await inbox.close();
  await new Promise((done) => submissions.close(done));
  rmSync(folder, { recursive: true });
});
