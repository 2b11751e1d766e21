import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../tests/support/server/free-port.ts';
import type { Programs } from './find-programs.ts';
import { type Sink, startSink } from './smtp-load.ts';
import { type Nameplate, RECIPIENT, startNameplate } from './start-nameplate.ts';
import { type Postfix, startPostfix } from './start-postfix.ts';

const INBOXES = '-bench@elsewhere.example';

/** Context shared by the parts of the mail benchmark. */
export interface Bench {
  programs: Programs;
  folder: string;
  /** The file with the message. */
  file: string;
  /** The DNS server for the servers under test, and its public keys. */
  dnsServer: string;
  publicKeys: Record<string, string>;
  messages: number;
  rounds: number;
  /** Mail processes of Nameplate. */
  processes: number;
  /** Called at the end, in reverse order. */
  closing: (() => unknown)[];
}

/** Starts Postfix, which forwards to the relay; undefined if this user cannot start it. */
export async function openPostfix(
  { programs, folder, closing }: Bench,
  relayPort: number,
  settings = '',
): Promise<Postfix | undefined> {
  if (!programs.postfix) return undefined;
  const home = mkdtempSync(path.join(folder, 'postfix-'));
  const mail = { recipient: RECIPIENT, inboxes: INBOXES, relayPort, settings };
  const postfix = await startPostfix(programs.postfix, home, mail);
  closing.push(() => postfix.stop());
  return postfix;
}

export async function openNameplate(
  { folder, dnsServer, processes, closing }: Bench,
  relayPort: number,
  settings: Record<string, string> = {},
): Promise<Nameplate> {
  const app = await startNameplate(mkdtempSync(path.join(folder, 'nameplate-')), {
    SMTP_RELAY_URL: `smtp://127.0.0.1:${relayPort}`,
    DNS_SERVERS: dnsServer,
    MAIL_PROCESSES: String(processes),
    ...settings,
  });
  closing.push(() => app.stop());
  return app;
}

export async function openSink({ programs, folder, closing }: Bench): Promise<Sink> {
  const sink = await startSink(programs.sink, folder, await freePort());
  closing.push(() => sink.stop());
  return sink;
}
