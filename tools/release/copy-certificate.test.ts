import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const SCRIPT = path.join(import.meta.dirname, '../../ops/container/copy-certificate.sh');
const HOST = 'handles.example';
let folder: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nameplate-copy-'));
  for (const name of ['bin', 'out']) mkdirSync(path.join(folder, name));
  target = path.join(folder, 'out/mail.pem');
  whileWaiting('');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Sets the commands that run during the second that the script waits. */
function whileWaiting(commands: string): void {
  const sleep = path.join(folder, 'bin/sleep');
  writeFileSync(sleep, `#!/bin/sh\n${commands}\n`);
  chmodSync(sleep, 0o755);
}

/** Writes a certificate and its key as Caddy does, and returns the path of the certificate. */
function caddyHas(authority: string, cert: string, key: string, at = 1): string {
  const own = path.join(folder, authority, HOST);
  mkdirSync(own, { recursive: true });
  for (const [end, text] of Object.entries({ crt: cert, key })) {
    const file = path.join(own, `${HOST}.${end}`);
    writeFileSync(file, text);
    utimesSync(file, at, at);
  }
  return path.join(own, `${HOST}.crt`);
}

function copy(): { status: number | null; output: string } {
  const group = String(process.getgid?.());
  const env = { PATH: `${folder}/bin:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync('sh', [SCRIPT, folder, HOST, target, group, 'once'], {
    env,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

it('copies the newest chain and its key to one file that only its owner and group may read', () => {
  expect(copy()).toEqual({ status: 1, output: '' });
  const first = caddyHas('a', 'first chain\n', 'first key\n', 1000);
  expect(copy()).toEqual({ status: 0, output: `copied ${first}\n` });
  expect(readFileSync(target, 'utf8')).toBe('first chain\nfirst key\n');
  expect(statSync(target).mode & 0o777).toBe(0o440);
  caddyHas('b', 'second chain\n', 'second key\n', 2000);
  expect(copy().status).toBe(0);
  expect(readFileSync(target, 'utf8')).toBe('second chain\nsecond key\n');
  expect(existsSync(path.join(folder, 'out/.new'))).toBe(false);
});

it('does not rewrite an unchanged file, because a rewritten file is loaded again', () => {
  caddyHas('a', 'chain\n', 'key\n');
  copy();
  const { ino, mtimeMs } = statSync(target);
  expect(copy()).toEqual({ status: 0, output: '' });
  expect(statSync(target)).toMatchObject({ ino, mtimeMs });
  expect(existsSync(path.join(folder, 'out/.new'))).toBe(false);
});

it('keeps the earlier file while Caddy writes its two files one after the other', () => {
  const cert = caddyHas('a', 'chain\n', 'key\n');
  copy();
  writeFileSync(cert, 'renewed chain\n');
  whileWaiting(`echo 'renewed key' >'${cert.replace(/crt$/, 'key')}'`);
  expect(copy()).toEqual({ status: 1, output: '' });
  expect(readFileSync(target, 'utf8')).toBe('chain\nkey\n');
  expect(copy().status).toBe(0);
  expect(readFileSync(target, 'utf8')).toBe('renewed chain\nrenewed key\n');
});

it('keeps the earlier file when the key is missing or empty', () => {
  const cert = caddyHas('a', 'chain\n', 'key\n');
  copy();
  writeFileSync(cert, 'renewed chain\n');
  writeFileSync(cert.replace(/crt$/, 'key'), '');
  expect(copy().status).toBe(1);
  rmSync(cert.replace(/crt$/, 'key'));
  expect(copy().status).toBe(1);
  expect(readFileSync(target, 'utf8')).toBe('chain\nkey\n');
});
