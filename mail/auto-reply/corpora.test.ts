import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFromField } from '../authenticate/from-field.ts';
import type { AuthenticationResult } from '../message/authentication-result.ts';
import { headerEnd } from '../message/header.ts';
import { isAddressedTo } from './address-list.ts';
import { reasonNotToReply } from './should-reply.ts';

/** Public collections of real mail. They are not part of the repository; MAIL_CORPORA names another folder. */
const FOLDER = path.resolve(process.env.MAIL_CORPORA ?? path.join(import.meta.dirname, '../../../shared/corpora'));
const COLLECTIONS = ['spamassassin', 'nodemailer-mailparser', 'mailsplit', 'mailauth-fixtures'];
const OWN = { domain: 'handles.test', hostname: 'mx.handles.test' };

const FILES = COLLECTIONS.map((name) => path.join(FOLDER, name))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
  .filter((file) => /\.(eml|msg)$/.test(file) || /\/data\/.*\/[^/.]+$/.test(file));

/** Signs of list, bulk or automatic mail in the raw header; these patterns are independent of the code. */
const LIST_OR_AUTOMATIC =
  /^(list-|precedence: *(bulk|list|junk)|auto-submitted: *auto|errors-to:|x-loop:|x-mailgun|x-(mailman|beenthere|mailing-list))|^(from|sender|return-path):.*(mailer-daemon|no-?reply|bounce)|multipart\/report/im;

function headOf(file: string): Buffer {
  const bytes = Buffer.from(readFileSync(file, 'latin1').replace(/\r\n|\r|\n/g, '\r\n'), 'latin1');
  return bytes.subarray(0, headerEnd(bytes));
}

/**
 * Returns why a message gets no reply even if it is authenticated, its author is its envelope sender, and it names the
 * handle.
 */
function reasonAtBest(head: Buffer): string | null {
  const author = readFromField(head);
  const authentication = {
    author,
    authorVouched: true,
    senderAligned: true,
    recipientsSigned: true,
    verdicts: { dmarc: { result: 'pass', policy: 'none', domain: '' } },
  } as unknown as AuthenticationResult;
  const sender = author.addresses[0] ?? '';
  return reasonNotToReply({ head, sender, authentication, marked: false, isLocal: false }, OWN);
}

describe('mail of public collections', () => {
  if (FILES.length === 0)
    // The collections are not part of the repository, so a machine without them reports the tests as skipped.
    it.skip(`requires the collections, which ${FOLDER} does not contain (set MAIL_CORPORA)`, () => {});

  it.runIf(FILES.length > 0)(
    'does not reply to list, bulk or automatic mail, even if it is authenticated and names the handle',
    () => {
      const found = FILES.filter((file) => LIST_OR_AUTOMATIC.test(headOf(file).toString('latin1')));
      expect(found.length).toBeGreaterThan(20);
      for (const file of found) expect([file, reasonAtBest(headOf(file))]).not.toEqual([file, null]);
    },
  );

  it.runIf(FILES.length > 0)('replies to mail from people only if it names the handle', () => {
    const answered = FILES.filter((file) => reasonAtBest(headOf(file)) === null);
    expect(answered.length).toBeGreaterThan(100);
    for (const file of FILES) expect([file, isAddressedTo(headOf(file), 'alice', OWN.domain)]).toEqual([file, false]);
  });
});
