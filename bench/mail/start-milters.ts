import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect, type NetConnectOpts } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tests/support/server/free-port.ts';

/** A program that runs with Postfix. */
export interface Companion {
  /** Its address as Postfix writes it: `unix:PATH` or `tcp:HOST:PORT`. */
  address: string;
  pid: number;
  stop(): Promise<void>;
}

/** The key with which OpenDKIM signs, or the keys with which it verifies instead of using DNS. */
export type DkimWork =
  | { mode: 'sign'; domain: string; selector: string; privateKey: string }
  | { mode: 'verify'; publicKeys: Record<string, string> };

/**
 * Starts Debian's OpenDKIM on a Unix socket, as Debian does. Over TCP, delayed acknowledgements would cost 100 ms per
 * message.
 */
export async function startOpendkim(program: string, folder: string, work: DkimWork): Promise<Companion> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const socket = path.join(folder, 'socket');
  const lines = [
    `Socket local:${socket}`,
    'UMask 000',
    'Syslog no',
    'RequireSafeKeys no',
    `PidFile ${folder}/opendkim.pid`,
  ];
  if (work.mode === 'sign') {
    const key = path.join(folder, 'key.pem');
    writeFileSync(key, work.privateKey, { mode: 0o600 });
    lines.push('Mode s', `Domain ${work.domain}`, `Selector ${work.selector}`, `KeyFile ${key}`);
    lines.push('Canonicalization relaxed/relaxed', 'OversignHeaders From', 'InternalHosts 0.0.0.0/0');
  } else {
    const keys = path.join(folder, 'keys');
    const records = Object.entries(work.publicKeys).map(([name, record]) => `${name} ${record}`);
    writeFileSync(keys, `${records.join('\n')}\n`);
    lines.push('Mode v', `TestPublicKeys ${keys}`, 'InternalHosts 192.0.2.1');
  }
  const config = path.join(folder, 'opendkim.conf');
  writeFileSync(config, `${lines.join('\n')}\n`);
  return run(program, ['-f', '-x', config], `unix:${socket}`, { path: socket });
}

/** Starts Debian's postsrsd, which serves forward lookups on the returned port. */
export async function startPostsrsd(program: string, folder: string, domain: string): Promise<Companion> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const secret = path.join(folder, 'secret');
  writeFileSync(secret, 'benchmark secret of postsrsd\n');
  const [port, reverse] = [await freePort(), await freePort()];
  return run(
    program,
    ['-4', `-s${secret}`, `-d${domain}`, `-f${port}`, `-r${reverse}`, '-unobody'],
    `tcp:127.0.0.1:${port}`,
    { port },
  );
}

async function run(program: string, args: string[], address: string, listener: NetConnectOpts): Promise<Companion> {
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  for (const deadline = Date.now() + 20_000; !(await accepts(listener)); await sleep(50)) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program} does not start`);
  }
  return {
    address,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function accepts(listener: NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(listener);
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
