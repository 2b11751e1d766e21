import { posix } from 'node:path';
import type { IModule } from 'dependency-cruiser';
import type { Violation } from './violation.ts';

/**
 * Returns the imports that form circles between the parts of `root`, directly or through other parts and subfolders. A
 * part is a folder or a file at the top of `root`; tests are ignored.
 */
export function findFolderCircles(modules: IModule[], root: string, meaning: string): Violation[] {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ source, resolved, from: partOf(source, root), to: partOf(resolved, root) })),
  );
  const crossing = imports.filter(({ from, to }) => from !== null && to !== null && from !== to);
  const reached = new Map<string | null, Set<string | null>>();
  for (const { from } of crossing) {
    const found = new Set<string | null>([from]);
    // The set grows while it is iterated, so the loop reaches everything.
    for (const part of found) for (const next of crossing) if (next.from === part) found.add(next.to);
    reached.set(from, found);
  }
  return crossing
    .filter(({ from, to }) => reached.get(to)?.has(from))
    .map(({ source, resolved }) => ({ rule: `${root}-circle`, meaning, where: `${source} -> ${resolved}` }));
}

function partOf(path: string, root: string): string | null {
  const [top, part = ''] = path.split(posix.sep);
  return top === root && !/\.test\.tsx?$/.test(path) ? part : null;
}
