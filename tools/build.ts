import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBinaries } from '../db/embedded-binaries.ts';
import { directDependencies, releasePackages } from './release/release-packages.ts';
import { RELEASE_COMMANDS, releaseSources } from './release/release-sources.ts';
import { ReleaseWriter } from './release/write-release.ts';

// Writes a release: a folder that runs on this platform without a network, development packages or a build.
const USAGE = `npm run build                       writes the release to release/
npm run build -- --folder FOLDER    writes it to another folder, which must not exist or be an earlier release`;

const ROOT = join(import.meta.dirname, '..');
/** Marks a folder as a release. tools/setup.js looks for it too. */
const MANIFEST = 'release.json';
/** The list of files that processes share through the object storage (server/platform/http/pages/shared-assets.ts). */
const BUILDS = 'dist/web-builds.json';

const { folder, link } = readArguments();
if (existsSync(folder) && !existsSync(join(folder, MANIFEST))) {
  fail(`${folder} exists and is not a release: choose another folder`);
}
/** Takes the name of the release once it is complete, so a failed build keeps the earlier release. */
const draft = `${folder}.part`;
rmSync(draft, { recursive: true, force: true });

// Creates the links of the embedded PostgreSQL, because a start could not create them in a read-only folder.
await findBinaries().catch(() => {});
const sources = releaseSources(ROOT);
const dependencies = directDependencies(ROOT, sources);
const packages = releasePackages(ROOT, Object.keys(dependencies));
const writer = new ReleaseWriter(draft, link);
for (const file of sources) writer.add(ROOT, file);
writer.add(ROOT, 'ops/nameplate', 'nameplate');
for (const file of builtPages()) writer.add(ROOT, file);
for (const { folder: at, files } of packages) for (const file of files) writer.add(ROOT, join(at, file));
if (existsSync(join(ROOT, 'node_modules/.bin/node'))) {
  writer.symlink('node_modules/.bin/node', `../node-${process.platform}-${process.arch}/bin/node`);
}
writer.write(BUILDS, json([{ finishedAt: 0, files: lastBuild() }]));
writer.write('package.json', packageFile());
writer.write(MANIFEST, manifest());
writer.finish();
rmSync(folder, { recursive: true, force: true });
renameSync(draft, folder);
console.log(`${folder}: ${packages.length} packages, ${Math.ceil(writer.bytes / 1024 ** 2)} MB`);

function lastBuild(): string[] {
  const [build] = JSON.parse(readFileSync(join(ROOT, BUILDS), 'utf8')) as { files: string[] }[];
  if (!build) throw new Error(`${BUILDS} names no build: run npm run build`);
  return build.files;
}

/** Returns the files of the last build. Open pages get files of earlier builds from the object storage. */
function builtPages(): string[] {
  const built = new Set(lastBuild());
  const inPublic = (file: string) => existsSync(join(ROOT, 'web/app/public', file));
  const files = globSync(['**/*', '.vite/*'], { cwd: join(ROOT, 'dist/web'), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(ROOT, 'dist/web/').length))
    .filter((file) => {
      const plain = file.replace(/\.(br|gz)$/, '');
      return built.has(plain) || inPublic(plain) || plain === '.vite/manifest.json';
    });
  return ['dist/ssr/pages.js', ...new Set(files.map((file) => `dist/web/${file}`))].sort();
}

function packageFile(): string {
  const { name, version, license, type, engines, scripts } = about();
  const kept = ['start', ...RELEASE_COMMANDS].flatMap((command) => [`pre${command}`, command]);
  return json({
    name,
    version,
    license,
    private: true,
    type,
    engines,
    scripts: Object.fromEntries(kept.flatMap((script) => (scripts[script] ? [[script, scripts[script]]] : []))),
    dependencies,
  });
}

/** Returns the manifest of the release. It contains no time: the same tree must give the same release. */
function manifest(): string {
  return json({
    name: 'nameplate',
    version: about().version,
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
    webSources: readFileSync(join(ROOT, 'dist/built-from'), 'utf8'),
    commands: ['start', ...RELEASE_COMMANDS],
    packages: Object.fromEntries(packages.map(({ folder: at, version }) => [at.replace('node_modules/', ''), version])),
  });
}

function about() {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown> & {
    version: string;
    scripts: Record<string, string>;
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function readArguments(): { folder: string; link: boolean } {
  try {
    const { values } = parseArgs({ options: { folder: { type: 'string' }, link: { type: 'boolean' } } });
    return { folder: resolve(values.folder ?? join(ROOT, 'release')), link: values.link ?? false };
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
