import type { Block } from '../../contract/blocks/blocks.ts';
import { recordActivity } from '../activity/shared/record-activity-store.ts';
import { lockHandle, requireHandle } from '../handle-access/handle-access.ts';
import { profileChanged } from '../page-changes/page-changes.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { assertVersion, type Versioned, withVersion } from '../platform/http/cache/etag-versions.ts';
import type { Target } from '../platform/http/call-server.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { noteUsedPictures } from '../uploads/shared/handle-pictures-store.ts';
import { assertOwnPictures } from '../uploads/shared/own-pictures.ts';
import { assertAllowedLinks, checkedNetworks } from './check-rules.ts';
import { assertHeldStayHidden, markHeld } from './shared/held-blocks.ts';
import { type HeldBlock, heldBlocksOf } from './shared/held-blocks-store.ts';
import { type IsBlocked, markBlocked, toBlock } from './shared/page-blocks.ts';
import { placeBlocks } from './shared/place-blocks.ts';
import { storedBlocksOf, writeStoredBlocks } from './shared/stored-blocks-store.ts';

export interface BlocksContext {
  db: Database;
  clock: Clock;
  isBlocked: IsBlocked;
}

/** The blocks of a page and their common version. */
export type VersionedBlocks = { blocks: Block[] } & Versioned;

/** Returns the whole page of a handle in order. Throws `not_found` and `role_without_right`. */
export async function readBlocks({ db, isBlocked }: BlocksContext, at: Target): Promise<VersionedBlocks> {
  await requireHandle(db, at);
  return blocksOf(db, at.id, isBlocked);
}

async function blocksOf(db: Queryable, handleId: number, isBlocked: IsBlocked): Promise<VersionedBlocks> {
  const before = (await storedBlocksOf(db, handleId)).map(toBlock);
  return versioned(before, await heldBlocksOf(db, handleId), isBlocked);
}

const versioned = (blocks: readonly Block[], held: readonly HeldBlock[], isBlocked: IsBlocked): VersionedBlocks =>
  withVersion({ blocks: markHeld(markBlocked(blocks, isBlocked), held) });

/**
 * Replaces the whole page of a handle in one transaction and returns it with the ids of all blocks. Throws
 * `version_conflict` with the current page unless its version is one of those expected, and `invalid_input` with the field.
 */
export async function saveBlocks(
  { db, clock, isBlocked }: BlocksContext,
  at: Target,
  input: readonly Block[],
): Promise<VersionedBlocks> {
  return db.transaction().execute(async (trx) => {
    const { id } = await lockHandle(trx, at);
    const stored = await storedBlocksOf(trx, id);
    const before = stored.map(toBlock);
    const held = await heldBlocksOf(trx, id);
    const current = versioned(before, held, isBlocked);
    assertVersion(at.expected, current);
    const blocks = checkedNetworks(input, before);
    assertAllowedLinks(blocks, before, isBlocked);
    assertHeldStayHidden(blocks, before, held);
    const next = placeBlocks(blocks, stored);
    if (isSame(next.map(toBlock), before)) return current;
    await assertOwnPictures(trx, id, picturesIn(blocks));
    await writeStoredBlocks(trx, id, next);
    await noteUsedPictures(trx, id, clock());
    await profileChanged(trx, id);
    await recordActivity(trx, { handleId: id, accountId: at.account.id }, { action: 'links.changed' });
    return blocksOf(trx, id, isBlocked);
  });
}

/** Returns the pictures of blocks with the paths of their fields. */
function picturesIn(blocks: readonly Block[]): [path: string, picture: string][] {
  return blocks.flatMap((block, at) =>
    (block.type === 'link' || block.type === 'embed') && block.image !== null
      ? [[`${at}.image`, block.image] as [string, string]]
      : [],
  );
}

/** Returns whether two pages have the same blocks, whatever the order of their properties. */
function isSame(a: readonly Block[], b: readonly Block[]): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([x], [y]) => (x < y ? -1 : 1)))
      : one,
  );
}
