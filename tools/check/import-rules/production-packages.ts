import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { IModule } from 'dependency-cruiser';
import type { Violation } from './violation.ts';

interface PackageFile {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const TEST = /\.test\.tsx?$/;
/** The product, and the files that bundle its pages. */
const PRODUCTION = /^((contract|db|fakes\/paypal|mail|server|web)\/|tools\/web\/build-web\.ts$|vite\.config\.ts$)/;
/** References to other files in style sheets. */
const STYLE_IMPORT = /(?:@import|@plugin|url\()\s*["']([^"']+)["']/g;

/**
 * Returns the imports of development packages by files that run or build in production, and the production packages
 * that no such file names: `npm start` installs all of `dependencies` and nothing else. A file belongs to production by
 * its folder, or because a command without `--dev` in its setup runs it, even through other files. Types are erased before a
 * file runs.
 */
export function findWrongPackages(root: string, modules: IModule[]): Violation[] {
  const {
    scripts = {},
    dependencies = {},
    devDependencies = {},
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageFile;
  const bySource = new Map(modules.map((module) => [module.source, module]));
  const files = new Set([
    ...commandsWithoutDevelopment(scripts).filter((file) => bySource.has(file)),
    ...[...bySource.keys()].filter((file) => PRODUCTION.test(file) && !TEST.test(file)),
  ]);
  const imports: { file: string; name: string }[] = [];
  // A set that grows while it is iterated reaches everything.
  for (const file of files) {
    for (const { module, resolved, dependencyTypes } of bySource.get(file)?.dependencies ?? []) {
      if (dependencyTypes.includes('type-only')) continue;
      if (bySource.has(resolved) && !resolved.includes('node_modules/')) files.add(resolved);
      else imports.push({ file, name: packageOf(module) });
    }
  }
  for (const file of globSync('web/**/*.css', { cwd: root }).map((path) => path.replaceAll(sep, '/'))) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(STYLE_IMPORT)) {
      imports.push({ file, name: packageOf(name) });
    }
  }
  const texts = [...files]
    .filter((file) => existsSync(join(root, file)))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const isNamed = (name: string) =>
    imports.some((one) => one.name === name) ||
    texts.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`));
  return [
    ...imports
      .filter(({ name }) => Object.hasOwn(devDependencies, name))
      .map(({ file, name }) => ({
        rule: 'production-packages',
        meaning: 'code that runs or builds in production imports no development package: npm start installs none',
        where: `${file} -> ${name}`,
      })),
    ...Object.keys(dependencies)
      .filter((name) => !isNamed(name))
      .map((name) => ({
        rule: 'development-packages',
        meaning: 'a package that only tests, checks and benchmarks use belongs in devDependencies',
        where: name,
      })),
  ];
}

/** Returns the files that commands run after a setup that installs no development packages. */
function commandsWithoutDevelopment(scripts: Record<string, string>): string[] {
  return Object.entries(scripts).flatMap(([name, command]) => {
    const setup = scripts[`pre${name}`];
    if (!setup || setup.includes('--dev')) return [];
    return [...command.matchAll(/\S+\.ts\b/g)].map(([file]) => file);
  });
}

const packageOf = (specifier: string) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
