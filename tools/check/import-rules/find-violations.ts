import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { findMisshapenFiles } from './file-shape.ts';
import { findFolderCircles } from './folder-circles.ts';
import { findOtherWays } from './one-way.ts';
import { findWrongPackages } from './production-packages.ts';
import { IMPORT_RULES } from './rules.ts';
import type { Violation } from './violation.ts';
import './swc-using.ts';

const FOLDERS = ['contract', 'web', 'server', 'mail', 'db', 'fakes', 'tests', 'bench', 'tools'];
const BUNDLER = ['vite.config.ts'];

/** Returns every violation of the import rules in the project at `root`. */
export async function findViolations(root: string): Promise<Violation[]> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise([...folders, ...BUNDLER.filter((file) => existsSync(join(root, file)))], {
    baseDir: root,
    ruleSet: { forbidden: IMPORT_RULES },
    validate: true,
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'types', 'default'] },
  });
  const { modules, summary } = output as ICruiseResult;
  const meanings = new Map(IMPORT_RULES.map(({ name, comment }) => [name, comment]));
  const violated = summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    meaning: meanings.get(rule.name) ?? '',
    where: [from, ...(cycle ? cycle.map(({ name }) => name) : [to])].join(' -> '),
  }));
  const circles = ['contract', 'mail', 'server', 'web'].flatMap((top) =>
    findFolderCircles(modules, top, `no folder of ${top} imports another in a circle, not even through its shared/`),
  );
  return [
    ...violated,
    ...circles,
    ...findWrongPackages(root, modules),
    ...findMisshapenFiles(root, folders),
    ...findOtherWays(root, folders),
  ];
}
