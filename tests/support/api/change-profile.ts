import type { Updateable } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { profileChanged } from '../../../server/profiles/rules.ts';
import type { TestServer } from '../server/test-server.ts';

export type ProfileChanges = Omit<Updateable<DB['handles']>, 'id' | 'handle'>;

/** Writes to a handle what its page shows, as every rule does that changes a profile. */
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
