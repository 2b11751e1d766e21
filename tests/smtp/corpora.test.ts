import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_KEYS, OWN_MESSAGES, ownMessageFile, withCrlf } from '../support/mail/own-messages.ts';
import { LineClient } from './dialogues/line-client.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { dnsWith, type Records, signedBy, verified } from './signed-senders.ts';

/**
 * Public collections of real and malformed mails. They are not part of the repository; MAIL_CORPORA names another folder. Our
 * own messages have the same fields and forms.
 */
const FOLDER = path.resolve(process.env.MAIL_CORPORA ?? path.join(import.meta.dirname, '../../../shared/corpora'));
const COLLECTIONS = ['spamassassin', 'nodemailer-mailparser', 'mailsplit', 'mailauth-fixtures'].map((name) =>
  path.join(FOLDER, name),
);
const FOREIGN = COLLECTIONS.flatMap((folder) => (existsSync(folder) ? mailsIn(folder) : []));
const FILES = [
  ...OWN_MESSAGES.map((name) => [name, ownMessageFile(name)] as const),
  ...FOREIGN.map((file) => [path.relative(FOLDER, file), file] as const),
];

/** The only replies that may reject a mail of a collection. */
const REASONS =
  /^5\d\d (5\.6\.0 (The message must have exactly one From field|Bare CR or LF in the message)|5\.4\.6 Mail loop)/;

function mailsIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.filter(isMail).sort();
}

/** The collections name their mails by extension, or by number below a `data` folder. */
function isMail(file: string): boolean {
  return /\.(eml|msg)$/.test(file) || /\/data\/.*\/[^/.]+$/.test(file);
}

let server: MailServer;
let client: LineClient;
/** Numbers of valid signatures by the original senders, valid signatures by this test, and valid seals by the server. */
const counts = { signedBefore: 0, signedHere: 0, sealed: 0 };
const dns = dnsWith({ 'TXT senders.test': 'v=spf1 ip4:127.0.0.1 -all', ...OWN_KEYS, ...publishedKeys() }, () => server);

/** Returns the DKIM keys that a collection includes, as DNS records. */
function publishedKeys(): Records {
  const files = ['examples/dns-cache.json', 'test/dkim/ec/fixtures/dns.json'];
  const found = files.map((file) => path.join(FOLDER, 'mailauth-fixtures', file)).filter((file) => existsSync(file));
  const records: Records = {};
  for (const file of found) {
    const names = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { TXT?: string[][] }>;
    for (const [name, { TXT }] of Object.entries(names)) {
      if (name.includes('._domainkey.') && TXT?.[0]) records[`TXT ${name}`] = TXT[0].join('');
    }
  }
  return records;
}

/** Returns the signing domain of each valid DKIM signature. A domain with two signatures appears twice. */
async function validSigners(bytes: Buffer): Promise<string[]> {
  const { dkim } = await verified(bytes, dns);
  return dkim.results.flatMap(({ status, signingDomain = '' }) => (status.result === 'pass' ? [signingDomain] : []));
}

beforeAll(async () => {
  server = await startMailServer({ options: { budget: 20_000, greetingDelay: 0 }, resolver: dns });
  await greet();
});
afterAll(async () => {
  client?.destroy();
  await server?.[Symbol.asyncDispose]();
});

async function greet(): Promise<void> {
  client?.destroy();
  client = await LineClient.connect(server.port);
  await client.readLine();
  await sendCommand('HELO client.test');
}

async function sendCommand(command: string): Promise<void> {
  client.send(`${command}\r\n`);
  expect(await client.readLine()).toMatch(/^[23]/);
}

/**
 * Sends a message to alice and returns the reply to the final dot. All messages share one connection; the server closes it
 * after a bare CR or LF.
 */
async function mail(bytes: Buffer): Promise<string | null> {
  for (const command of ['MAIL FROM:<carol@senders.test>', 'RCPT TO:<alice@handles.test>', 'DATA'])
    await sendCommand(command);
  client.send(Buffer.from(`${bytes.toString('latin1').replace(/(^|\r\n)\./g, '$1..')}.\r\n`, 'latin1'));
  const reply = await client.readLine(20_000);
  if (reply?.includes('Bare CR or LF')) {
    expect(await client.closes()).toBe(true);
    await greet();
  }
  return reply;
}

/** Returns the message without the fields that we add, which end with the first Received. */
function belowOurLines(bytes: Buffer): Buffer {
  const end = /(?:^|\r\n)Received: from(?:.|\r\n[ \t])*\r\n/.exec(bytes.toString('latin1'));
  return bytes.subarray((end?.index ?? 0) + (end?.[0].length ?? 0));
}

describe('our own messages, and mail of public collections', () => {
  if (FOREIGN.length === 0)
    // The collections are not part of the repository, so a machine without them reports the tests as skipped.
    it.skip(`requires the collections, which ${FOLDER} does not contain (set MAIL_CORPORA)`, () => {});

  it.each(FILES)('forwards %s unchanged or rejects it with a known reason', async (_name, file) => {
    const asFound = readFileSync(file);
    const asMailed = await signedBy('senders.test', withCrlf(asFound), 'simple/simple');
    const before = server.inbox.received.length;

    const reply = await mail(asMailed);
    if (reply?.startsWith('250 ')) {
      const left = server.inbox.received.at(-1)?.bytes ?? Buffer.alloc(0);
      expect(server.inbox.received.length).toBe(before + 1);
      expect(left.toString('latin1', 0, 40)).toMatch(/^(ARC-Seal|Authentication-Results): /);
      expect(belowOurLines(left).equals(asMailed)).toBe(true);
      await expectSignatures(asMailed, left);
    } else {
      expect(reply).toMatch(REASONS);
      expect(server.inbox.received.length).toBe(before);
    }
    // SMTP accepts only CRLF as a line end (RFC 5321 2.3.8); a file with other line ends is sent unchanged.
    if (!/(?<!\r)\n|\r(?!\n)/.test(asFound.toString('latin1'))) return;
    const count = server.inbox.received.length;
    expect(await mail(Buffer.concat([asFound, Buffer.from('\r\n')]))).toMatch(/^550 5\.6\.0 Bare CR or LF/);
    expect(server.inbox.received.length).toBe(count);
  });

  it('keeps valid signatures valid, both those of the messages and those added by this test', () => {
    // Two signatures of one of our messages and one of another are valid on receipt.
    expect(counts.signedBefore).toBeGreaterThanOrEqual(3);
    const least = FOREIGN.length > 0 ? 100 : OWN_MESSAGES.length;
    expect(counts.signedHere).toBeGreaterThanOrEqual(least);
    expect(counts.sealed).toBeGreaterThanOrEqual(least);
  });
});

/** Expects each signature valid on receipt to be valid after forwarding, and our seal to be valid if the chain below it is. */
async function expectSignatures(came: Buffer, left: Buffer): Promise<void> {
  const valid = await validSigners(came);
  expect(await validSigners(left)).toEqual(valid);
  counts.signedHere += valid.filter((domain) => domain === 'senders.test').length;
  counts.signedBefore += valid.filter((domain) => domain !== 'senders.test').length;
  const before = (await verified(came, dns)).arc;
  const after = (await verified(left, dns)).arc;
  if (!before || !after || before.status.result === 'fail') return;
  expect(after.status).toMatchObject({ result: 'pass' });
  counts.sealed++;
}
