import type { Updateable } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { profileChanged } from '../../../server/page-changes/page-changes.ts';
import type { TestServer } from '../server/test-server.ts';

export type ProfileChanges = Omit<Updateable<DB['handles']>, 'id' | 'handle'>;

/** Changes the columns of a handle that its page shows, with the same side effects as a change by its owner. */
export async function changeProfile(server: TestServer, handle: string, changes: ProfileChanges): Promise<void> {
  await server.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .updateTable('handles')
      .set(changes)
      .where('handle', '=', handle)
      .returning('id')
      .executeTakeFirstOrThrow();
    await profileChanged(trx, id);
  });
  server.pageCache.drop(handle);
}
