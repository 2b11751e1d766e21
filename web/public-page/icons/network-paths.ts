import type { NetworkId } from '../../../contract/social/networks.ts';
import icons from './networks.svg?raw';

const paths = new Map([...icons.matchAll(/ id="([^"]+)" d="([^"]+)"/g)].map(([, id, path]) => [id, path]));

/** Returns the path of a network's icon on a grid of 24 by 24. */
export function networkPath(id: NetworkId): string {
  return paths.get(id) ?? '';
}
