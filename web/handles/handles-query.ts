import { calls } from '../../contract/paths.ts';
import { readingList } from '../lib/query-client.ts';

/** The person's own handles, oldest first. */
export const handlesQuery = readingList(
  calls.handles(),
  async () => (await import('../../contract/handles.ts')).handleList,
);
