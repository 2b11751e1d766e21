import { chown, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeDkimKey, readDkimKeys } from '../../server/mail/keys/dkim-keys.ts';
import { zoneLine } from './dns/dns.ts';
import { neededRecords } from './dns/required-dns-records.ts';

type Names = Parameters<typeof neededRecords>[0];

/** Creates a new DKIM key. Returns lines to print: the record to publish, and what happens next. */
export async function rotateKeys(folder: string, names: Names, now: Date): Promise<string[]> {
  const older = await readDkimKeys(folder);
  const key = await makeDkimKey(folder, now);
  await matchOwner(folder, path.join(folder, `${key.selector}.pem`));
  const recordName = `${key.selector}._domainkey.${names.domain}`;
  const record = neededRecords(names, [key]).find(({ name }) => name === recordName);
  const oldest = older.at(-1);
  return [
    `A new DKIM key: ${folder}/${key.selector}.pem. Publish its record:`,
    '',
    ...(record ? [`  ${zoneLine(record)}`, ''] : []),
    'Running processes load the key without a restart, and sign with it as soon as DNS returns the record.',
    ...(oldest
      ? [
          `Until then ${older[0]?.selector} signs. Keep the records of older keys for a month: receivers still verify queued mail with them.`,
          `After that delete ${oldest.selector}.pem, then its record.`,
        ]
      : []),
  ];
}

/**
 * Gives the key to the owner of the folder: the user that runs Nameplate must be able to read it, even if root
 * created it.
 */
async function matchOwner(folder: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(file, uid, gid);
}
