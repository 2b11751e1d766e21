import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { findMisshapenFiles } from './file-shape.ts';
import { findFolderCircles } from './folder-circles.ts';
import { IMPORT_RULES } from './rules.ts';
import type { Violation } from './violation.ts';
import './swc-using.ts';

const FOLDERS = ['contract', 'web', 'server', 'mail', 'db', 'fakes', 'tests', 'bench', 'tools'];

/** Returns every violation of the import rules in the project at `root`. */
export async function findViolations(root: string): Promise<Violation[]> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, {
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
  const { violations } = summary;
  const meanings = new Map(IMPORT_RULES.map(({ name, comment }) => [name, comment]));
  // The jobs and tests import many capabilities, so a cycle through them is allowed.
  const isCapabilityCycle = (names: string[]) => names.every((name) => /^server\/(?!jobs$)[^/]+$/.test(name));
  const found = violations.filter(
    ({ rule, cycle }) => rule.name !== 'server-circle' || isCapabilityCycle((cycle ?? []).map(({ name }) => name)),
  );
  const violated = found.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    meaning: meanings.get(rule.name) ?? '',
    where: [from, ...(cycle ? cycle.map(({ name }) => name) : [to])].join(' -> '),
  }));
  const circles = findFolderCircles(modules, 'mail', 'no folder of mail imports another in a circle');
  return [...violated, ...circles, ...findMisshapenFiles(root, folders)];
}
