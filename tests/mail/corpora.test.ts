import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Talker } from '../dialogues/talk.ts';
import { type House, openHouse } from './house.ts';

/** Public collections of real and of tortured mails, beside the project or where MAIL_CORPORA says; never part of it. */
const FOLDER = path.resolve(process.env.MAIL_CORPORA ?? path.join(import.meta.dirname, '../../../shared/corpora'));
const COLLECTIONS = ['spamassassin', 'nodemailer-mailparser', 'mailsplit'].map((name) => path.join(FOLDER, name));
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

let house: House;
let talker: Talker;
beforeAll(async () => {
  house = await openHouse({ options: { budget: 20_000 } });
  talker = await Talker.connect(house.port);
  await talker.hear();
  await say('HELO client.test');
});
afterAll(async () => {
  talker?.destroy();
  await house?.[Symbol.asyncDispose]();
});

async function say(command: string): Promise<void> {
  talker.say(`${command}\r\n`);
  expect(await talker.hear()).toMatch(/^[23]/);
}

/** Mails these bytes to alice; the reply to the final dot. One conversation carries them all, whatever became of the last. */
async function mail(bytes: Buffer): Promise<string | null> {
  for (const command of ['MAIL FROM:<carol@senders.test>', 'RCPT TO:<alice@handles.test>', 'DATA']) await say(command);
  talker.say(Buffer.from(`${bytes.toString('latin1').replace(/(^|\r\n)\./g, '$1..')}.\r\n`, 'latin1'));
  return talker.hear(20_000);
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
    const asMailed = Buffer.from(
      asFound
        .toString('latin1')
        .replace(/\r\n|\r|\n/g, '\r\n')
        .replace(/(?<!\r\n)$/, '\r\n'),
      'latin1',
    );
    const before = house.inbox.received.length;

    const reply = await mail(asMailed);
    if (reply?.startsWith('250 ')) {
      const received = house.inbox.received.at(-1);
      expect(house.inbox.received.length).toBe(before + 1);
      expect(received?.bytes.toString('latin1', 0, 40)).toMatch(/^(ARC-Seal|Authentication-Results): /);
      expect(belowOurLines(received?.bytes ?? Buffer.alloc(0)).equals(asMailed)).toBe(true);
    } else {
      expect(reply).toMatch(REASONS);
      expect(house.inbox.received.length).toBe(before);
    }
    // Line ends as they lie in the file are no line ends in SMTP.
    if (!/(?<!\r)\n|\r(?!\n)/.test(asFound.toString('latin1'))) return;
    const count = house.inbox.received.length;
    expect(await mail(Buffer.concat([asFound, Buffer.from('\r\n')]))).toMatch(/^550 5\.6\.0 Bare CR or LF/);
    expect(house.inbox.received.length).toBe(count);
  });
});
