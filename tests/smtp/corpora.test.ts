import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Talker } from './dialogues/talk.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type Records, signedBy, verified, worldOf } from './signed-senders.ts';

/** Public collections of real and of tortured mails, beside the project or where MAIL_CORPORA says; never part of it. */
const FOLDER = path.resolve(process.env.MAIL_CORPORA ?? path.join(import.meta.dirname, '../../../shared/corpora'));
const COLLECTIONS = ['spamassassin', 'nodemailer-mailparser', 'mailsplit', 'mailauth-fixtures'].map((name) =>
  path.join(FOLDER, name),
);
const FILES = COLLECTIONS.flatMap((folder) => (existsSync(folder) ? mailsIn(folder) : []));

/** Every reason for which a mail may be turned down here. */
const REASONS =
  /^5\d\d (5\.6\.0 (The message must have exactly one From field|Bare CR or LF in the message)|5\.4\.6 Mail loop)/;

function mailsIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.filter(isMail).sort();
}

/** The collections name their mails as they like: by ending, or by number below a folder of data. */
function isMail(file: string): boolean {
  return /\.(eml|msg)$/.test(file) || /\/data\/.*\/[^/.]+$/.test(file);
}

let server: MailServer;
let talker: Talker;
/** What was signed by its sender before, what only here; what bears our seal over a chain that held. */
const counts = { signedBefore: 0, signedHere: 0, sealed: 0 };
const world = worldOf({ 'TXT senders.test': 'v=spf1 ip4:127.0.0.1 -all', ...publishedKeys() }, () => server);

/** Keys of senders that a collection brings along. */
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

/** Domains whose signatures hold, with how often. */
async function holding(bytes: Buffer): Promise<string[]> {
  const { dkim } = await verified(bytes, world);
  return dkim.results.flatMap(({ status, signingDomain = '' }) => (status.result === 'pass' ? [signingDomain] : []));
}

beforeAll(async () => {
  server = await startMailServer({ options: { budget: 20_000, greetingDelay: 0 }, resolver: world });
  await greet();
});
afterAll(async () => {
  talker?.destroy();
  await server?.[Symbol.asyncDispose]();
});

async function greet(): Promise<void> {
  talker?.destroy();
  talker = await Talker.connect(server.port);
  await talker.hear();
  await say('HELO client.test');
}

async function say(command: string): Promise<void> {
  talker.say(`${command}\r\n`);
  expect(await talker.hear()).toMatch(/^[23]/);
}

/**
 * Mails these bytes to alice; returns the reply to the final dot. One conversation carries them all, but that a bare CR or
 * LF ends it.
 */
async function mail(bytes: Buffer): Promise<string | null> {
  for (const command of ['MAIL FROM:<carol@senders.test>', 'RCPT TO:<alice@handles.test>', 'DATA']) await say(command);
  talker.say(Buffer.from(`${bytes.toString('latin1').replace(/(^|\r\n)\./g, '$1..')}.\r\n`, 'latin1'));
  const reply = await talker.hear(20_000);
  if (reply?.includes('Bare CR or LF')) {
    expect(await talker.closes()).toBe(true);
    await greet();
  }
  return reply;
}

/** Our lines are those down to the first Received. */
function belowOurLines(bytes: Buffer): Buffer {
  const end = /(?:^|\r\n)Received: from(?:.|\r\n[ \t])*\r\n/.exec(bytes.toString('latin1'));
  return bytes.subarray((end?.index ?? 0) + (end?.[0].length ?? 0));
}

describe('mails of public collections', () => {
  if (FILES.length === 0) it.skip(`none in ${FOLDER}: set MAIL_CORPORA to where they are`, () => {});

  it.each(FILES.map((file) => [path.relative(FOLDER, file), file]))('%s', async (_name, file) => {
    const asFound = readFileSync(file);
    const unsigned = asFound
      .toString('latin1')
      .replace(/\r\n|\r|\n/g, '\r\n')
      .replace(/(?<!\r\n)$/, '\r\n');
    const asMailed = await signedBy('senders.test', Buffer.from(unsigned, 'latin1'), 'simple/simple');
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
    // Line ends as they lie in the file are no line ends in SMTP.
    if (!/(?<!\r)\n|\r(?!\n)/.test(asFound.toString('latin1'))) return;
    const count = server.inbox.received.length;
    expect(await mail(Buffer.concat([asFound, Buffer.from('\r\n')]))).toMatch(/^550 5\.6\.0 Bare CR or LF/);
    expect(server.inbox.received.length).toBe(count);
  });

  it.runIf(FILES.length > 0)(
    'were signed, before and here, and all that held on the way in held on the way out',
    () => {
      expect(counts.signedBefore).toBeGreaterThan(0);
      expect(counts.signedHere).toBeGreaterThan(100);
      expect(counts.sealed).toBeGreaterThan(100);
    },
  );
});

/** Every signature that held on the way in holds on the way out, and so does our seal if the chain below it did. */
async function expectSignatures(came: Buffer, left: Buffer): Promise<void> {
  const held = await holding(came);
  expect(await holding(left)).toEqual(held);
  counts.signedHere += held.filter((domain) => domain === 'senders.test').length;
  counts.signedBefore += held.filter((domain) => domain !== 'senders.test').length;
  const before = (await verified(came, world)).arc;
  const after = (await verified(left, world)).arc;
  if (!before || !after || before.status.result === 'fail') return;
  expect(after.status).toMatchObject({ result: 'pass' });
  counts.sealed++;
}
