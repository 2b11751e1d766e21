import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startDns } from '../../fakes/dns.ts';
import { freePort } from '../../tests/setup/ports.ts';
import type { Section } from '../report.ts';
import { type Contender, compareForwarding } from './forwarding.ts';
import { startSink } from './load.ts';
import { SENDER, signedMessage } from './message.ts';
import { DOMAIN, HANDLE, startNameplate } from './nameplate.ts';
import { startPostfix } from './postfix.ts';
import { findPrograms } from './programs.ts';

const SIZE = 5 * 1024;
const ADDRESS = `${HANDLE}@${DOMAIN}`;
const INBOX = 'inbox@elsewhere.example';

export const about = 'mail forwarded a second, the queue and the memory of it, beside Postfix';
export const options = `--messages N      messages of each run (3000)
--rounds N        runs of each server, in turn; the median counts (3)
--processes N     mail processes of Nameplate (one a core)
--install-peers   installs postfix with apt-get when it is missing (as root)`;

/** Starts Postfix and Nameplate side by side and sends both the same. */
export async function measure(args: string[]): Promise<Section[]> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '3000' },
      rounds: { type: 'string', default: '3' },
      processes: { type: 'string', default: '' },
      'install-peers': { type: 'boolean', default: false },
    },
  });
  const [messages, rounds] = [count('messages', values.messages), count('rounds', values.rounds)];
  const programs = findPrograms(values['install-peers']);
  const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-mail-'));
  // Postfix and the sink run as users of their own.
  chmodSync(folder, 0o711);
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const message = await signedMessage(SIZE, ADDRESS);
    const file = path.join(folder, 'message');
    writeFileSync(file, message.text);
    const dns = await startDns(message.names);
    closing.push(() => dns.close());
    const sink = await startSink(programs.sink, folder, await freePort());
    closing.push(() => sink.stop());

    const contenders: Contender[] = [];
    if (programs.postfix) {
      const home = path.join(folder, 'postfix');
      mkdirSync(home);
      const postfix = await startPostfix(programs.postfix, home, { from: ADDRESS, to: INBOX, relayPort: sink.port });
      closing.push(() => postfix.stop());
      contenders.push({ name: 'Postfix', port: postfix.port, to: ADDRESS, pid: postfix.pid });
    }
    const settings = {
      SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
      DNS_SERVERS: dns.server,
      MAIL_PROCESSES: values.processes || String(availableParallelism()),
    };
    for (const [name, seal] of [
      ['Nameplate, sealed', 'on'],
      ['Nameplate, seal off', 'off'],
    ] as const) {
      const app = await startNameplate(path.join(folder, `seal-${seal}`), INBOX, { ...settings, MAIL_SEAL: seal });
      closing.push(() => app.stop());
      contenders.push({ name, port: app.smtpPort, to: ADDRESS, pid: app.pid });
    }

    const sections: Section[] = [];
    for (const connections of [20, 100]) {
      const load = { program: programs.source, file, from: SENDER, connections, messages };
      sections.push(await compareForwarding(contenders, load, sink, rounds));
    }
    return sections;
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

function count(name: string, value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} takes a whole number, not ${value}`);
  return number;
}
