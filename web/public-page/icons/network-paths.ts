import type { NetworkId } from '../../../contract/social/networks.ts';
import icons from './networks.svg?raw';

/** Each icon is a line of the picture: `<path id="…" d="…"/>`. */
const paths = new Map(
  icons.split('\n').map((line) => {
    const [, id, , path] = line.split('"');
    return [id, path];
  }),
);

/** Returns the path of a network's icon on a grid of 24 by 24. */
export function networkPath(id: NetworkId): string {
  return paths.get(id) ?? '';
}
