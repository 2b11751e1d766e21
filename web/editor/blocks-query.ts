import { queryOptions } from '@tanstack/react-query';
import { getBlocks } from '../../contract/blocks/blocks.ts';
import { pathOf } from '../../contract/call.ts';
import { send } from '../api/client.ts';
import type { BlocksResponse } from './shared/saves/save-queue.ts';

/** Reads blocks and their version from a response. */
export async function readBlocks(response: Response): Promise<BlocksResponse> {
  const [body, { blocks }] = await Promise.all([response.json(), import('../../contract/blocks/blocks.ts')]);
  const version = response.headers.get('ETag')?.replace(/^W\/|"/g, '');
  return { version, blocks: blocks.parse(body) };
}

/** The blocks of a handle with their version, which every change sends. */
export function blocksQuery(handleId: number) {
  return queryOptions({
    queryKey: [pathOf(getBlocks, { id: handleId })],
    queryFn: async ({ signal }) => readBlocks(await send(getBlocks, { id: handleId, signal })),
  });
}
