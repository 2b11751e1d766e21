import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { makeCertificate } from '../../../fakes/certificates.ts';
import type { Section } from '../../print-tables.ts';
import { type Bench, openNameplate, openSink } from '../bench-context.ts';
import { startOpendkim } from '../start-milters.ts';
import { DOMAIN, SENDERS } from '../start-nameplate.ts';
import { startPostfix } from '../start-postfix.ts';
import { type Contender, compareThroughput, warmUp } from '../throughput.ts';
import { submissionSettings } from './postfix-submission.ts';
import { SEND_LIMITS, submitMail } from './submission-load.ts';

const PEER = 'Postfix with SASL and OpenDKIM';
const SIZE = 5 * 1024;
const WARM_UP = 10_000;

/**
 * Compares submission with implicit TLS, from the first connection to the last message in the sink. Both servers
 * authenticate each connection, store each message, sign it with a 2048-bit key and relay it.
 */
export async function compareSubmission(bench: Bench): Promise<Section[]> {
  const sink = await openSink(bench);
  const app = await openNameplate(bench, sink.port, { SEND_LIMITS });
  const contenders = [{ name: 'Nameplate', pids: [app.pid], send: sender(app.submissionsPort) }];
  const peer = await openPeer(bench, sink.port);
  if (peer) contenders.unshift(peer);
  await warmUp(contenders, { connections: 100, messages: WARM_UP }, sink);
  const sections: Section[] = [];
  for (const connections of [20, 100]) {
    const amount = { connections, messages: bench.messages };
    sections.push(await compareThroughput('Submitted', contenders, amount, sink, bench.rounds, PEER));
  }
  return sections;
}

/** Starts Postfix as a submission service, unless Postfix or one of its companion programs is missing. */
async function openPeer(
  { programs: { postfix, companions }, folder, closing }: Bench,
  relayPort: number,
): Promise<Contender | undefined> {
  if (!postfix || !companions) return undefined;
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const signing = { mode: 'sign', domain: DOMAIN, selector: 'bench', privateKey } as const;
  const milter = await startOpendkim(companions.opendkim, mkdtempSync(path.join(folder, 'opendkim-')), signing);
  closing.push(() => milter.stop());
  const home = mkdtempSync(path.join(folder, 'postfix-'));
  const settings = submissionSettings(home, {
    saslpasswd: companions.saslpasswd,
    users: SENDERS,
    tls: await makeCertificate(['submission.example']),
    milter: milter.address,
  });
  const mail = { recipient: '@unused.example', inboxes: '@unused.example', relayPort, ...settings };
  const server = await startPostfix(postfix, home, mail);
  closing.push(() => server.stop());
  return { name: PEER, pids: [server.pid, milter.pid], send: sender(server.port) };
}

function sender(port: number): Contender['send'] {
  return (connections, messages) => submitMail(port, { connections, messages, size: SIZE });
}
