import type { NetworkId } from '../../../contract/social/networks.ts';
import icons from './networks.svg?raw';

let paths: Map<string | undefined, string | undefined> | undefined;

/** Returns the path of a network's icon on a grid of 24 by 24. */
export function networkPath(id: NetworkId): string {
  // Read here, not when the module loads: the scripts of the browser call this nowhere, so the build leaves the text out of them.
  paths ??= readPaths();
  return paths.get(id) ?? '';
}

/** Each icon is a line of the picture: `<path id="…" d="…"/>`. */
function readPaths(): Map<string | undefined, string | undefined> {
  return new Map(
    icons.split('\n').map((line) => {
      const [, id, , path] = line.split('"');
      return [id, path];
    }),
  );
}
