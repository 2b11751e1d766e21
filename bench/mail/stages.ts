import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DAY_SECONDS } from '../../contract/time.ts';
import type { DnsRecords } from '../../fakes/dns.ts';
import { createAuthenticator } from '../../mail/authenticate/authenticate.ts';
import { cachedResolver } from '../../mail/authenticate/dns-cache.ts';
import { readFromField } from '../../mail/authenticate/from-field.ts';
import { headerEnd } from '../../mail/message/header.ts';
import { bodyFromBuffer, type Message } from '../../mail/message/message.ts';
import { type RewriteOptions, rewriteHead } from '../../mail/rewrite/rewrite.ts';
import { printReport } from '../print-tables.ts';
import { SENDER_DOMAIN, signedMessage } from './signed-message.ts';

/**
 * Measures the stages between DATA and delivery, without a network: `node bench/mail/stages.ts [--messages N]`. The
 * column `a core` is the rate that one core allows: one second divided by the CPU time of a message in all threads.
 */
const { values } = parseArgs({ options: { messages: { type: 'string', default: '4000' } } });
const COUNT = Number(values.messages);
const CONCURRENCY = 20;
const DOMAIN = 'handles.test';
const HOSTNAME = `mx.${DOMAIN}`;

const { text, names } = await signedMessage(5 * 1024, `alice@${DOMAIN}`);
const bytes = Buffer.from(text.replaceAll('\n', '\r\n'));
const resolver = cachedResolver({
  async resolve(name, type) {
    const records = (names[name] as DnsRecords | undefined)?.TXT;
    if (type !== 'TXT' || !records) throw Object.assign(new Error(`${type} ${name}`), { code: 'ENOTFOUND' });
    return records.map((record) => record.match(/.{1,255}/g));
  },
});
const clock = () => new Date();
const authenticate = createAuthenticator({ resolver, hostname: HOSTNAME, trustedSealers: [], clock });
const client = { address: '127.0.0.1', helo: `mail.${SENDER_DOMAIN}` };
const envelope = { from: `writer@${SENDER_DOMAIN}`, client };
const key = {
  selector: 'bench',
  privateKey: createPrivateKey(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  ),
};

const check = (message: Message) => authenticate(message, readFromField(message.head), envelope);
const findings = await check(fresh());
console.log(findings.verdicts.results);

printReport([
  {
    title: `Stages, ${COUNT} messages of ${bytes.length} bytes, ${CONCURRENCY} in parallel`,
    rows: [
      await measure('authenticate', check),
      await measure('rewrite', async (message) => rewriteHead(message, findings, rewriting(false))),
      await measure('rewrite, seal', async (message) => rewriteHead(message, findings, rewriting(true))),
      await measure('all, no seal', async (message) => rewriteHead(message, await check(message), rewriting(false))),
      await measure('all, sealed', async (message) => rewriteHead(message, await check(message), rewriting(true))),
    ],
  },
]);

/** Returns a new copy of the message, as the receiver passes it to the stages. */
function fresh(): Message {
  const copy = Buffer.from(bytes);
  return { head: copy.subarray(0, headerEnd(copy)), body: bodyFromBuffer(copy), discard: async () => {} };
}

function rewriting(seal: boolean): RewriteOptions {
  const hop = {
    helo: client.helo,
    address: client.address,
    protocol: 'ESMTPS',
    by: HOSTNAME,
    id: 'bench',
    recipient: `alice@${DOMAIN}`,
    at: clock(),
  };
  const names = { domain: DOMAIN, hostname: HOSTNAME, via: 'alice', address: () => `via@${DOMAIN}` };
  return { ...names, hop, extraFields: [], excused: false, seal, key, signatureLifetime: DAY_SECONDS };
}

async function measure(stage: string, work: (message: Message) => Promise<unknown>) {
  await run(COUNT / 4, work);
  const before = process.cpuUsage();
  const start = performance.now();
  await run(COUNT, work);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / COUNT;
  return { stage, 'a second': Math.round(COUNT / seconds), 'CPU µs': Math.round(cpu), 'a core': Math.round(1e6 / cpu) };
}

async function run(count: number, work: (message: Message) => Promise<unknown>): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await work(fresh());
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
