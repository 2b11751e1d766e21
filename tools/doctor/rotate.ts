import { chown, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeDkimKey, readDkimKeys } from '../../server/mail/keys/dkim-keys.ts';
import { neededRecords, zoneLine } from './records.ts';

type Names = Parameters<typeof neededRecords>[0];

/** Makes a new DKIM key and answers, as lines to print, what to publish and what happens next. */
export async function rotateKeys(folder: string, names: Names, now: Date): Promise<string[]> {
  const older = await readDkimKeys(folder);
  const key = await makeDkimKey(folder, now);
  await giveTo(folder, path.join(folder, `${key.selector}.pem`));
  const place = `${key.selector}._domainkey.${names.domain}`;
  const record = neededRecords(names, [key]).find(({ name }) => name === place);
  const oldest = older.at(-1);
  return [
    `A new DKIM key: ${folder}/${key.selector}.pem. Publish its record:`,
    '',
    ...(record ? [`  ${zoneLine(record)}`, ''] : []),
    'Running processes notice the key by themselves, and sign with it once they see the record.',
    ...(oldest
      ? [
          `Until then ${older[0]?.selector} signs. Leave the records of older keys for a month: mail on its way is verified by them.`,
          `After that delete ${oldest.selector}.pem, then its record.`,
        ]
      : []),
  ];
}

/** Whoever runs Nameplate must be able to read the key, also where root has made it. */
async function giveTo(folder: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(file, uid, gid);
}
