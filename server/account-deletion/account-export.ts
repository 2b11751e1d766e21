import type { AccountExport } from '../../contract/accounts/account-export.ts';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { planForHandle } from '../../contract/payments/plans.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import { toBlock } from '../blocks/shared/page-blocks.ts';
import { toDeliveries } from '../forwarding/delivery-log/rules.ts';
import { deliveriesOfAccount } from '../forwarding/shared/account-deliveries-store.ts';
import { readHeldData } from '../held-data/export.ts';
import type { Database } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { pictureObjects } from '../platform/storage/picture-objects.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { accountRow, pageRows, queuedRows } from './account-export-store.ts';
import { countedDays } from './analytics-export-store.ts';

/**
 * Returns all data held about the owner of an account, from one snapshot of the database. Adds what the data dictionary
 * does not read itself. The response schema checks the result.
 */
export async function exportAccount(
  { db, storage, site }: { db: Database; storage: Storage; site: Site },
  accountId: number,
  now: Date,
): Promise<AccountExport> {
  const read = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const account = await accountRow(trx, accountId);
      if (!account) throw new ApiError('signed_out');
      const { email } = account;
      return {
        account,
        held: await readHeldData(trx, { id: accountId, email: email.toLowerCase(), inbox: inboxKey(email) }),
        pages: await pageRows(trx, accountId),
        counted: await countedDays(trx, accountId),
        queued: await queuedRows(trx, accountId),
        deliveries: await toDeliveries(trx, await deliveriesOfAccount(trx, accountId), accountId),
      };
    });
  for (const { id, handle, content_hash: hash, blocks } of read.pages) {
    const row = read.held.handles.get(id) ?? {};
    row.address = `${handle}@${site.mailDomain}`;
    row.plan = planForHandle(handle);
    row.sharingImage = hash === null ? null : `${site.origin}${pages.socialImage(handle, hash)}`;
    row.blocks = blocks.map(toBlock);
    row.analytics = read.counted.filter(({ handle_id: of }) => of === id).map(({ handle_id: _, ...day }) => day);
    for (const picture of row.pictures as { address: string }[]) picture.address = `${site.origin}${picture.address}`;
  }
  return {
    ...read.held.person,
    exportedAt: now.toISOString(),
    host: site.host,
    picture: await exportPicture(storage, read.account.avatar_url),
    banner: await exportPicture(storage, read.account.banner_url),
    deliveryLog: read.deliveries,
    queuedMail: read.queued.map((row) => ({
      recipient: row.recipient,
      sender: row.sender,
      destination: row.destination,
      bytes: Number(row.size),
      receivedAt: row.created_at.toISOString(),
      attempts: row.attempts,
      nextTryAt: row.next_try_at.toISOString(),
      lastReply: row.last_words,
      traffic: row.traffic,
    })),
  } as AccountExport;
}

/** Returns the address of a picture, and its largest variant if we store it. */
async function exportPicture(storage: Storage, address: string | null): Promise<AccountExport['picture']> {
  if (address === null) return null;
  const largest = pictureObjects(address).at(-1);
  const bytes = largest ? await storage.get(largest) : null;
  return { address, data: bytes && `data:image/webp;base64,${bytes.toString('base64')}` };
}
