import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeCertificate } from '../../fakes/certificates.ts';
import { loadTls, type Tls, watchTls } from '../../server/mail/keys/tls.ts';
import { startMailServer } from './mail-server.ts';

let folder: string;
let unwatch = () => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplate-tls-'));
});
afterEach(() => {
  unwatch();
  rmSync(folder, { recursive: true });
});

/** The names of the logged events. */
const events: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void events.push(JSON.parse(line).event) });
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** Returns the common name of the certificate that the SMTP server presents after STARTTLS. */
function presentedName(port: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject);
    const commands = ['EHLO me.test\r\n', 'STARTTLS\r\n'];
    socket.on('data', (bytes) => {
      if (!/(^|\n)2\d\d [^\n]*\n$/.test(bytes.toString())) return;
      const next = commands.shift();
      if (next) {
        socket.write(next);
        return;
      }
      socket.removeAllListeners('data');
      const secure = connectTls({ socket, rejectUnauthorized: false }, () => {
        resolve(secure.getPeerCertificate().subject.CN?.toString());
        socket.destroy();
      });
    });
  });
}

it('presents a renewed certificate to new connections without a restart, even behind a symbolic link', async () => {
  const [old, fresh] = await Promise.all([makeCertificate(['old.test']), makeCertificate(['fresh.test'])]);
  const paths = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  symlinkSync(file('cert1.pem', old.cert), paths.cert);
  symlinkSync(file('key1.pem', old.key), paths.key);
  await using server = await startMailServer({ options: { tls: old } });
  unwatch = watchTls(paths, (tls) => server.setTls(tls), log, { interval: 20 });
  expect(await presentedName(server.port)).toBe('old.test');
  // certbot replaces the symbolic links atomically.
  for (const [name, text] of Object.entries({ cert: fresh.cert, key: fresh.key })) {
    symlinkSync(file(`${name}2.pem`, text), join(folder, 'new'));
    renameSync(join(folder, 'new'), join(folder, `${name}.pem`));
  }
  await expect.poll(() => presentedName(server.port)).toBe('fresh.test');
});

it('does not load a certificate and key that do not match', async () => {
  const [old, fresh] = await Promise.all([makeCertificate(['old.test']), makeCertificate(['fresh.test'])]);
  const paths = { cert: file('cert.pem', old.cert), key: file('key.pem', old.key) };
  const taken: Tls[] = [];
  unwatch = watchTls(paths, (tls) => taken.push(tls), log, { interval: 20 });
  const noticed = (event: string) => {
    const before = events.length;
    return () => events.slice(before).includes(event);
  };
  // The file is written again until the watcher, which compares it with its first reading, notices it.
  const isRejected = noticed('mail.tls.not_usable');
  await expect.poll(() => file('cert.pem', fresh.cert) && isRejected()).toBe(true);
  expect(taken).toEqual([]);
  file('key.pem', fresh.key);
  await expect.poll(() => taken.at(-1)).toEqual(fresh);
  expect(taken.every(({ cert, key }) => cert === fresh.cert && key === fresh.key)).toBe(true);
});

it('starts self-signed while the folder of the certificate is empty, and loads a file with certificate and key once it appears there', async () => {
  const pem = join(folder, 'shared', 'mail.pem');
  const paths = { cert: pem, key: pem };
  const isRefused = () => expect(loadTls(paths, folder, 'own.test', log)).rejects.toThrow('mail.pem');
  await isRefused();
  mkdirSync(join(folder, 'shared'));
  file('shared/.new', 'a file that is being written');
  const own = await loadTls(paths, folder, 'own.test', log);
  expect(events.at(-1)).toBe('mail.tls.awaited');
  await using server = await startMailServer({ options: { tls: own } });
  unwatch = watchTls(paths, (tls) => server.setTls(tls), log, { shown: own, interval: 20 });
  expect(await presentedName(server.port)).toBe('own.test');
  const { cert, key } = await makeCertificate(['fresh.test']);
  renameSync(file('shared/.new', cert + key), pem);
  await expect.poll(() => presentedName(server.port)).toBe('fresh.test');
  expect(await loadTls(paths, folder, 'own.test', log)).toEqual({ cert: cert + key, key: cert + key });
  renameSync(pem, join(folder, 'shared', 'other.pem'));
  await isRefused();
});

it('loads a certificate that was written between the first load and the first reading of the watcher', async () => {
  const [old, fresh] = await Promise.all([makeCertificate(['old.test']), makeCertificate(['fresh.test'])]);
  const paths = { cert: file('cert.pem', fresh.cert), key: file('key.pem', fresh.key) };
  const taken: Tls[] = [];
  unwatch = watchTls(paths, (tls) => taken.push(tls), log, { shown: old });
  await expect.poll(() => taken).toEqual([fresh]);
});
