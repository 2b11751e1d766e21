import type { CountedBy, LIMITS } from '../../../server/limits/limits.ts';
import type { TestServer } from '../server/test-server.ts';

/** Records uses of a limit now, as if they had happened. */
export async function countUses(
  { db, clock }: TestServer,
  use: { kind: keyof typeof LIMITS; by: CountedBy; value: string; times: number },
): Promise<void> {
  const row = { kind: use.kind, counted_by: use.by, value: use.value, used_at: clock() };
  const rows = Array.from({ length: use.times }, () => row);
  await db.insertInto('limited_uses').values(rows).execute();
}
