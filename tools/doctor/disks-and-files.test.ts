import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { makeCertificate } from '../../fakes/certificates.ts';
import { parseConfig } from '../../server/platform/config/config.ts';
import { checkHttpsCertificates, checkTlsRenewal } from './certificate-end.ts';
import { checkDisks, checkOpenFiles, diskFinding } from './disks-and-files.ts';

it('reports a full or nearly full disk by its setting', () => {
  const check = (freeBytes: number, freeShare: number) => {
    const { kind, what } = diskFinding('DATA_DIR', '/data', { freeBytes, freeShare });
    return [kind, what];
  };
  expect(check(1e9, 0.02)).toEqual(['wrong', 'the disk of DATA_DIR /data is full: 1000.0 MB free (2.0 %)']);
  expect(check(5e9, 0.09)).toEqual(['advice', 'the disk of DATA_DIR /data is nearly full: 5000.0 MB free (9.0 %)']);
  // A tenth of a large disk is much space, and so may be a few megabytes of a small one.
  expect(check(200e9, 0.02)[0]).toBe('ok');
  expect(check(50e6, 0.9)[0]).toBe('ok');
});

it('checks the disk of BACKUP_DIR only if backups are made, and the disk of folders that do not exist yet', async () => {
  const dirs = { DATA_DIR: path.join(tmpdir(), 'not', 'yet'), BACKUP_DIR: tmpdir() };
  const check = async (roles: string) =>
    (await checkDisks(parseConfig({ ...dirs, ROLES: roles }))).map(({ what }) => what);
  expect(await check('http')).toEqual([expect.stringContaining('DATA_DIR')]);
  expect(await check('jobs')).toEqual([expect.stringContaining('DATA_DIR'), expect.stringContaining('BACKUP_DIR')]);
});

it('reports a running process that may open few more files', async () => {
  let share = '0.81';
  const server = createServer((_request, response) =>
    response.end(`# TYPE x gauge\nnameplate_open_files_ratio ${share}\n`),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const check = () => checkOpenFiles(parseConfig({ METRICS_LISTEN: `127.0.0.1:${port}` }));
  expect(await check()).toMatchObject([{ kind: 'wrong', what: expect.stringContaining('81.0 %') }]);
  share = '0.02';
  expect(await check()).toMatchObject([{ kind: 'ok' }]);
  await new Promise((done) => server.close(done));
  expect(await check()).toEqual([]);
});

it('reports late renewals of the certificates in TLS_CERT and of the proxy', async () => {
  const late = await makeCertificate(['localhost'], { notAfterDate: new Date(Date.now() + HOUR) });
  const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-doctor-'));
  const tls = { cert: path.join(folder, 'cert.pem'), key: 'unread' };
  expect(await checkTlsRenewal({ tls })).toEqual([]);
  writeFileSync(tls.cert, late.cert);
  expect(await checkTlsRenewal({ tls })).toMatchObject([
    { kind: 'wrong', what: 'the certificate in TLS_CERT ends in 0 days, and was not renewed' },
  ]);
  writeFileSync(tls.cert, (await makeCertificate(['localhost'])).cert);
  expect(await checkTlsRenewal({ tls })).toEqual([]);
  rmSync(folder, { recursive: true });
  const server = createTlsServer(late, (socket) => socket.end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const settings = { PUBLIC_URL: `https://localhost:${port}`, ALLOW_PUBLIC_LOCAL_MODE: 'yes' };
  expect(await checkHttpsCertificates(parseConfig(settings), port)).toMatchObject([
    { kind: 'wrong', what: `the certificate of localhost:${port} ends in 0 days, and was not renewed` },
  ]);
  server.setSecureContext(await makeCertificate(['localhost']));
  expect(await checkHttpsCertificates(parseConfig(settings), port)).toMatchObject([{ kind: 'ok' }]);
  await new Promise((done) => server.close(done));
  expect(await checkHttpsCertificates(parseConfig(settings), port)).toEqual([]);
});
