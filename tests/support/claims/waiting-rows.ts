import type { TestServer } from '../server/test-server.ts';

/** Adds claims that wait for a decision, one for each handle, and returns their ids. */
export async function addWaitingClaims({ db }: TestServer, handles: string[]): Promise<number[]> {
  const rows = handles.map((handle) => ({ handle, email: `${handle}@inbox.example`, inbox_key: handle }));
  return (await db.insertInto('waiting_claims').values(rows).returning('id').execute()).map(({ id }) => id);
}
