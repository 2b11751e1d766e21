import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, it } from 'vitest';
import { makeCertificate } from '../../fakes/certificates.ts';
import { parseConfig } from '../../server/platform/config/config.ts';
import type { Finding } from './finding.ts';
import { checkPorts } from './ports-and-data-dir.ts';

const smtp = (port: number) => ({ SMTP_PORT: String(port), ROLES: 'mail', MAIL_HOSTNAME: 'mx.example.org' });
const submission = (port: number) => ({ ...smtp(0), SUBMISSION_PORT: String(port) });
const submissions = (port: number) => ({ ...smtp(0), SUBMISSIONS_PORT: String(port) });
const http = (port: number) => ({ PORT: String(port), ROLES: 'http' });

/** Sends `greeting` to every client on a free port. Returns the findings about it while it is taken, and after. */
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

it('does not look at ports of submission that are off', async () => {
  const config = parseConfig({ ...smtp(0), SUBMISSION_PORT: '0', SUBMISSIONS_PORT: '0' });
  expect((await checkPorts(config)).map(({ what }) => what)).toEqual(['SMTP_PORT 0 is free on 127.0.0.1']);
});
