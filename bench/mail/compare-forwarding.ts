import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { Section } from '../print-tables.ts';
import { type Bench, openNameplate, openPostfix, openSink } from './bench-context.ts';
import { SENDER_DOMAIN } from './signed-message.ts';
import { send } from './smtp-load.ts';
import { startOpendkim, startPostsrsd } from './start-milters.ts';
import { DOMAIN, RECIPIENT } from './start-nameplate.ts';
import { type Contender, compareThroughput, warmUp } from './throughput.ts';

export const FORWARDING_WARM_UP = 16_000;

/**
 * Compares forwarding while the sender waits with plain Postfix and with Postfix as operators configure it for
 * forwarding.
 */
export async function compareForwarding(bench: Bench): Promise<Section[]> {
  const { messages, rounds } = bench;
  const sink = await openSink(bench);
  const contenders: Contender[] = [];
  // Rate limits count by sender, so each number of connections uses another sender.
  const contender = (name: string, port: number, pids: number[]): Contender => ({
    name,
    pids,
    send: (connections, count) => {
      const from = `with-${connections}-${count}@${SENDER_DOMAIN}`;
      const { programs, file } = bench;
      return send({ program: programs.source, file, from, to: RECIPIENT, port, connections, messages: count });
    },
  });
  const postfix = await openPostfix(bench, sink.port);
  if (postfix) contenders.push(contender('Postfix', postfix.port, [postfix.pid]));
  const equipped = await openEquippedPostfix(bench, sink.port);
  if (equipped) contenders.push(contender('Postfix, OpenDKIM, postsrsd', equipped.port, equipped.pids));
  for (const seal of ['on', 'off']) {
    const app = await openNameplate(bench, sink.port, { MAIL_SEAL: seal });
    contenders.push(contender(`Nameplate, seal ${seal}`, app.smtpPort, [app.pid]));
  }
  // The warm-up lets the JIT compiler finish.
  await warmUp(contenders, { connections: 100, messages: FORWARDING_WARM_UP }, sink);
  const sections: Section[] = [];
  for (const connections of [20, 100]) {
    sections.push(await compareThroughput('Forwarded in session', contenders, { connections, messages }, sink, rounds));
  }
  return sections;
}

/** Starts a Postfix that verifies DKIM signatures and rewrites envelope senders. */
async function openEquippedPostfix(
  bench: Bench,
  relayPort: number,
): Promise<{ port: number; pids: number[] } | undefined> {
  const { programs, folder, closing, publicKeys } = bench;
  if (!programs.postfix || !programs.companions) return undefined;
  const { opendkim, postsrsd } = programs.companions;
  const home = (name: string) => mkdtempSync(path.join(folder, name));
  const milter = await startOpendkim(opendkim, home('opendkim-'), { mode: 'verify', publicKeys });
  closing.push(() => milter.stop());
  const srs = await startPostsrsd(postsrsd, home('postsrsd-'), DOMAIN);
  closing.push(() => srs.stop());
  const settings = `smtpd_milters = ${milter.address}
milter_default_action = tempfail
sender_canonical_maps = ${srs.address}
sender_canonical_classes = envelope_sender
`;
  const server = await openPostfix(bench, relayPort, settings);
  return server && { port: server.port, pids: [server.pid, milter.pid, srs.pid] };
}
