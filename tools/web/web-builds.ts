import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '../../contract/time.ts';

/** Time for which the files of a replaced build are kept, because open pages and running servers still request them. */
const KEPT_FOR = 7 * DAY;
const COMPRESSED = /\.(br|gz)$/;

/** A finished build of the web pages; `files` are paths below dist/web. */
interface WebBuild {
  finishedAt: number;
  files: string[];
}

interface ManifestEntry {
  file: string;
  css?: string[];
  assets?: string[];
}

/** Returns the builds whose files may still be requested, newest first. Older releases wrote only a manifest. */
export function readWebBuilds(dist: string): WebBuild[] {
  const list = join(dist, 'web-builds.json');
  if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8')) as WebBuild[];
  const manifest = join(dist, 'web/.vite/manifest.json');
  if (!existsSync(manifest)) return [];
  const entries = Object.values(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, ManifestEntry>);
  const files = entries.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return [{ finishedAt: statSync(manifest).mtimeMs, files }];
}

/**
 * Records a build that finished now, and removes files below dist/web/assets that no page requests any more: files that belong to neither this build,
 * the previous one nor a build replaced in the last seven days. The age of a file alone is not enough: an unchanged file keeps its old date, and a
 * copied file gets a new one. `builds` are the builds before this one; `isPublic` returns true for files that do not come from a build.
 */
export function finishWebBuild(
  dist: string,
  {
    files,
    builds,
    now,
    isPublic,
  }: { files: string[]; builds: WebBuild[]; now: number; isPublic(file: string): boolean },
): void {
  const all = [{ finishedAt: now, files: [...new Set(files)].sort() }, ...builds];
  const kept = all.filter((_, index) => index <= 1 || (all[index - 1]?.finishedAt ?? 0) > now - KEPT_FOR);
  writeFileSync(join(dist, 'web-builds.json'), `${JSON.stringify(kept)}\n`);
  const named = new Set(kept.flatMap((build) => build.files));
  for (const file of globSync('assets/**/*', { cwd: join(dist, 'web') })) {
    const plain = file.replace(COMPRESSED, '');
    if (named.has(plain) || isPublic(plain)) continue;
    const path = join(dist, 'web', file);
    const stat = statSync(path);
    if (stat.isFile() && stat.mtimeMs < now - KEPT_FOR) rmSync(path);
  }
}
