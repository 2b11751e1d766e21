import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from './find-violations.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nameplate-imports-'));
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes `files` and stubs for the files that they import. Returns the names of the violated rules. */
async function brokenIn(files: Record<string, string>): Promise<string[]> {
  for (const [file, text] of Object.entries(files)) {
    for (const [, target = ''] of text.matchAll(/from '(\.[^']*)'/g)) {
      const path = join(dirname(file), target);
      if (!(path in files)) write(path, 'export const a = 1;\nexport type A = number;\n');
    }
    write(file, text);
  }
  return (await findViolations(root)).map(({ rule }) => rule);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const importing = (target: string) => `import { a } from '${target}';\nexport const b = a;\n`;
const importingType = (target: string) => `import type { A } from '${target}';\nexport type B = A;\n`;

describe('findViolations', () => {
  it.each<[rule: string, file: string, target: string]>([
    ['contract-alone', 'contract/handles.ts', '../web/api/url.ts'],
    ['contract-alone', 'contract/payments/plans.ts', '../../web/api/url.ts'],
    ['contract-alone', 'contract/handles.ts', 'react'],
    ['contract-alone', 'contract/handles.ts', 'node:crypto'],
    ['mail-alone', 'mail/smtp-in/server.ts', '../../contract/handles.ts'],
    ['mail-alone', 'mail/smtp-in/server.ts', 'fastify'],
    ['mail-stages', 'mail/smtp-in/server.ts', '../smtp-out/pool.ts'],
    ['mail-stages', 'mail/smtp-in/checks/recipient.ts', '../../delivery/dedup.ts'],
    ['mail-stages', 'mail/queue/runner.ts', '../pipeline.ts'],
    ['mail-message', 'mail/message/header.ts', '../pipeline.ts'],
    ['mail-host', 'mail/host/directory.ts', '../smtp-in/server.ts'],
    ['package-internals', 'mail/rewrite/dkim-sign.ts', 'mailauth/lib/dkim/sign.js'],
    ['package-internals', 'mail/authenticate/dkim.ts', 'mailauth/lib/tools.js'],
    ['package-internals', 'tests/smtp/dkim.test.ts', 'mailauth/lib/dkim/verify.js'],
    ['package-internals', 'bench/mail/message.ts', 'mailauth/lib/dkim/sign.js'],
    ['web-room', 'web/handles/page.tsx', '../../server/handles/rules.ts'],
    ['web-room', 'web/app/router.tsx', '../../fakes/dns.ts'],
    ['web-siblings', 'web/handles/page.tsx', '../accounts/form.ts'],
    ['web-siblings', 'web/handles/page.tsx', '../app/router.tsx'],
    ['web-siblings', 'web/brand-new/page.tsx', '../handles/page.tsx'],
    ['web-ui', 'web/ui/form/button.tsx', '../../contract/handles.ts'],
    ['web-siblings', 'web/handles/page.tsx', '../app/shared/router.tsx'],
    ['web-shared', 'web/handles/shared/picker.tsx', '../page.tsx'],
    ['web-shared', 'web/handles/shared/picker.tsx', '../../app/router.tsx'],
    ['web-ui', 'web/ui/form/button.tsx', '../../api/url.ts'],
    ['web-api', 'web/api/url.ts', '../handles/page.tsx'],
    ['web-api', 'web/api/url.ts', '../handles/shared/page.tsx'],
    ['web-api', 'web/public-page/page.tsx', '../profiles/form.tsx'],
    ['server-room', 'server/handles/rules.ts', '../../web/api/url.ts'],
    ['server-platform', 'server/platform/http/guards/csrf.ts', '../../../handles/rules.ts'],
    ['server-platform', 'server/platform/http/guards/csrf.ts', '../../../handles/shared/fields.ts'],
    ['server-routes', 'server/handles/routes.ts', './store.ts'],
    ['server-routes', 'server/handles/claim-routes.ts', './claim-store.ts'],
    ['server-routes', 'server/payments/webhook/webhook-routes.ts', '../payment-store.ts'],
    ['server-rules', 'server/handles/rules.ts', './routes.ts'],
    ['server-store', 'server/handles/store.ts', './rules.ts'],
    ['server-bases', 'server/handle-access/handle-access.ts', '../handles/shared/fields.ts'],
    ['server-siblings', 'server/handles/rules.ts', '../accounts/store.ts'],
    ['server-siblings', 'server/brand-new/rules.ts', '../accounts/letter.ts'],
    ['server-siblings', 'server/admin/packages/packages-rules.ts', '../../payments/prices/package-store.ts'],
    ['server-shared', 'server/handles/shared/fields-store.ts', '../store.ts'],
    ['server-top', 'server/handles/rules.ts', '../app.ts'],
    ['server-top', 'server/handles/rules.ts', '../jobs/tasks.ts'],
    ['mail-users', 'server/emails/rules.ts', '../../mail/host.ts'],
    ['mail-users', 'server/forwarding/rules.ts', '../../mail/host.ts'],
    ['mail-users', 'server/app.ts', '../mail/host.ts'],
    ['fakes-users', 'server/payments/prices/package-rules.ts', '../../../fakes/paypal.ts'],
    ['fakes-room', 'fakes/inbox.ts', '../server/platform/config/config.ts'],
    ['db-room', 'db/migrate.ts', '../server/platform/config/config.ts'],
    ['nothing-imports-tests', 'server/handles/rules.ts', '../../tests/support/server/free-port.ts'],
    ['nothing-imports-tests', 'server/handles/rules.ts', './rules.test.ts'],
    ['resolves', 'server/handles/rules.ts', 'no-such-package'],
  ])('reports %s when %s imports %s', async (rule, file, target) => {
    expect(await brokenIn({ [file]: importing(target) })).toContain(rule);
    if (target !== 'node:crypto') expect(await brokenIn({ [file]: importingType(target) })).toContain(rule);
  });

  it('reports no-cycle when two files import each other, even if they import only types', async () => {
    expect(await brokenIn({ 'web/ui/a.ts': importing('./b.ts'), 'web/ui/b.ts': importingType('./a.ts') })).toContain(
      'no-cycle',
    );
  });

  it('reports an import in a file with a `using` declaration, and in its initial value', async () => {
    const text =
      'const open = async () => ({ async [Symbol.asyncDispose]() {} });\nawait using server = await open();\n';
    expect(await brokenIn({ 'web/ui/a.ts': importing('../api/url.ts') + text })).toEqual(['web-ui']);
    const value = "await using server = await import('../api/url.ts');\n";
    expect(await brokenIn({ 'web/ui/a.ts': value })).toEqual(['web-ui']);
  });

  it('reports a circle of capabilities that import each other only through their shared/', async () => {
    const broken = await brokenIn({
      'server/handles/claim-rules.ts': importing('../accounts/shared/account-store.ts'),
      'server/accounts/shared/account-store.ts': importing('../../emails/shared/limit.ts'),
      'server/emails/shared/limit.ts': importingType('../../handles/shared/key.ts'),
    });
    expect(broken).toEqual(['server-circle', 'server-circle', 'server-circle']); // one for each import
  });

  it('reports mail-circle when folders of mail import each other through a third folder or a subfolder', async () => {
    const broken = await brokenIn({
      'mail/bounces/notice.ts': importing('../delivery/plan.ts'),
      'mail/delivery/attempt.ts': importingType('../reply/parts/text.ts'),
      'mail/reply/pipeline.ts': importing('../bounces/reason.ts'),
    });
    expect(broken).toEqual(['mail-circle', 'mail-circle', 'mail-circle']); // one for each import
  });

  it('accepts imports of mail folders in one direction, even through a top-level file', async () => {
    const broken = await brokenIn({
      'mail/pipeline.ts': importing('./reply/copies.ts'),
      'mail/local-transport.ts': importing('./pipeline.ts'),
      'mail/reply/pipeline.ts': importing('../bounces/notice.ts'),
      'mail/bounces/notice.test.ts': importing('../reply/pipeline.ts'),
    });
    expect(broken).toEqual([]);
  });

  it('reports a circle of folders of web, and a circle of a folder and a top-level file of contract', async () => {
    const web = {
      'web/handles/page.tsx': importing('../teams/shared/not-shared.tsx'),
      'web/teams/shared/not-shared.tsx': importing('../../handles/shared/picked.ts'),
    };
    expect(await brokenIn(web)).toEqual(['web-circle', 'web-circle']);
    const contract = {
      'web/handles/page.tsx': '',
      'web/teams/shared/not-shared.tsx': '',
      'contract/social/rules.ts': importing('../networks.ts'),
      'contract/networks.ts': importing('./social/platforms.ts'),
    };
    expect(await brokenIn(contract)).toEqual(['contract-circle', 'contract-circle']);
  });

  it('accepts imports in one direction, and a circle that only a test closes', async () => {
    const broken = await brokenIn({
      'server/handles/claim-rules.ts': importing('../accounts/shared/account-store.ts'),
      'server/accounts/shared/account-store.ts': importing('../../platform/db/database.ts'),
      'server/accounts/rules.test.ts': importing('../handles/claim-rules.ts'),
      'server/emails/shared/limit.ts': '',
      'contract/networks.ts': '',
    });
    expect(broken).toEqual([]);
  });

  it('reports no-barrel when a file re-exports from another', async () => {
    expect(await brokenIn({ 'web/ui/index.ts': "export { a } from './button.ts';\n" })).toContain('no-barrel');
    expect(await brokenIn({ 'web/ui/index.ts': "export * from './button.ts';\n" })).toContain('no-barrel');
  });
});

describe('findWrongPackages', () => {
  const scripts = {
    prestart: 'node tools/setup.js',
    start: 'node server/main.ts',
    predev: 'node tools/setup.js --web',
    dev: 'node tools/dev.ts',
    pretest: 'node tools/setup.js --dev',
    test: 'node tools/test.ts',
  };
  const about = (packages: object) => JSON.stringify({ type: 'module', scripts, ...packages });
  const DEVELOPMENT = about({ devDependencies: { vitest: '1.0.0' } });

  it.each<[files: Record<string, string>]>([
    [{ 'server/handles/rules.ts': importing('vitest') }],
    [{ 'web/ui/button.tsx': "export const load = () => import('vitest/config');\n" }],
    [{ 'vite.config.ts': importing('vitest/config') }],
    [{ 'web/app/styles.css': '@import "vitest/theme.css" layer(base);', 'web/ui/a.ts': 'export {};' }],
    [{ 'tools/dev.ts': importing('./dev/proxy.ts'), 'tools/dev/proxy.ts': importing('vitest') }],
  ])('reports production-packages for %o', async (files) => {
    expect(await brokenIn({ 'package.json': DEVELOPMENT, ...files })).toEqual(['production-packages']);
  });

  it('accepts development packages in tests and in commands that install them, and their types everywhere', async () => {
    const broken = await brokenIn({
      'package.json': DEVELOPMENT,
      'tools/test.ts': importing('vitest'),
      'server/handles/rules.test.ts': importing('vitest'),
      'server/handles/rules.ts': importingType('vitest'),
    });
    expect(broken).toEqual([]);
  });

  it('reports development-packages for a package that no file of production names', async () => {
    const files = {
      'package.json': about({ dependencies: { zod: '1.0.0', vitest: '1.0.0' } }),
      'server/handles/rules.ts': importing('zod'),
      'server/handles/rules.test.ts': importing('vitest'),
    };
    expect(await brokenIn(files)).toEqual(['development-packages']);
    expect(await brokenIn({ 'server/handles/paths.ts': "export const file = resolve('vitest/data');\n" })).toEqual([]);
  });
});

describe('findMisshapenFiles', () => {
  it('reports a file of more than 300 lines, but not the generated schema', async () => {
    const long = 'export {};\n'.repeat(301);
    expect(await brokenIn({ 'web/app/styles.css': '\n'.repeat(300).concat('a {}') })).toEqual(['file-length']);
    expect(await brokenIn({ 'web/app/styles.css': '', 'server/handles/rules.ts': long })).toEqual(['file-length']);
    expect(await brokenIn({ 'server/handles/rules.ts': '', 'db/schema.ts': long })).toEqual([]);
  });

  it('reports a folder with more than 20 source files, not counting tests, style sheets and subfolders', async () => {
    const files = (endings: string[], count: number) =>
      Object.fromEntries(
        endings.flatMap((ending) => Array.from({ length: count }, (_, i) => [`web/ui/button-${i}${ending}`, ''])),
      );
    expect(await brokenIn({ ...files(['.ts', '.test.ts', '.css'], 20), 'web/ui/form/input.tsx': '' })).toEqual([]);
    expect(await brokenIn({ 'web/ui/input.tsx': '' })).toEqual(['folder-size']);
  });

  it.each([
    ['one-lock', 'server/handles/store.ts', 'await sql`select pg_advisory_xact_lock(hashtextextended(name, 0))`;'],
    ['units-of-time', 'web/handles/page.tsx', 'const DAY = 24 * HOUR;'],
    ['units-of-time', 'mail/dedup.ts', 'const kept = 30 * 86_400;'],
    ['old-name', 'server/forwarding/log.ts', 'const newestFlight = flights[0];'],
    ['old-name', 'web/forwarding/row.tsx', 'const [doomedKeys, sendMailedLink] = actions;'],
    ['old-name', 'server/limits/limits.ts', "throw new ApiError('too_many_letters');"],
    ['word-list', 'tests/api/claim.test.ts', "const names = 'ann bob'.split(' ');"],
    ['product-name', 'server/emails/shared/sender.ts', "const sender = 'Nameplate';"],
    ['product-name', 'web/marketing/hero.tsx', '<p>Welcome to Nameplate</p>'],
    ['stored-job-name', 'server/handles/rules.ts', "await addJob(trx, 'draw-card', {});"],
    ['units-of-time', 'tests/api/claim.test.ts', '  server.advance(3_600_000);'],
  ])('reports %s in %s: %s', async (rule, file, line) => {
    expect(await brokenIn({ [file]: `${line}\n` })).toEqual([rule]);
    expect(await brokenIn({ [file]: `// ${line}\n` })).toEqual([]);
  });

  it('reports a file or folder with a vague name', async () => {
    expect(await brokenIn({ 'web/api/utils.ts': 'export {};' })).toEqual(['vague-name']);
    expect(await brokenIn({ 'web/api/utils.ts': 'export {};', 'server/common/a.ts': 'export {};' })).toHaveLength(2);
  });
});

it('reports nothing for imports that the rules allow', async () => {
  const broken = await brokenIn({
    'contract/handles.ts': "import { z } from 'zod';\nexport const a = z;\n",
    'contract/handles.test.ts': importing('fast-check'),
    'mail/smtp-in/server.ts': `${importing('../host.ts')}import 'nodemailer';\nimport 'node:net';\n`,
    'mail/authenticate/mailauth-internals.ts': importing('mailauth/lib/dkim/sign.js'),
    'tests/smtp/dkim.test.ts': importing('mailauth'),
    'web/handles/page.tsx': `${importing('../ui/button.tsx')}import '../../contract/handles.ts';\nimport 'react';\n`,
    'mail/smtp-out/pool.ts': importing('../message/header.ts'),
    'web/handles/shared/picker.tsx': importing('../../ui/button.tsx'),
    'web/social/links.tsx': `${importing('../handles/shared/picker.tsx')}import '../own-handles/own-handles.ts';\n`,
    'web/own-handles/own-handles.ts': 'export const c = 1;\n',
    'web/profiles/preview.tsx': importing('../public-page/page.tsx'),
    'web/app/router.tsx': importing('../handles/page.tsx'),
    'server/handles/routes.ts': importing('./rules.ts'),
    'server/handles/rules.ts': `${importing('./store.ts')}import '../accounts/rules.ts';\n`,
    'server/accounts/rules.ts': importing('../handle-access/handle-access-store.ts'),
    'server/handle-access/handle-access-store.ts': importing('../platform/db/database.ts'),
    'db/schema.ts': 'export type DB = object;\n',
    'server/handles/store.ts': `${importing('../platform/database.ts')}import '../../db/schema.ts';\n`,
    'server/payments/prices/package-rules.ts': importing('../../handles/rules.ts'),
    'server/admin/packages/packages-rules.ts': importing('../../payments/prices/package-rules.ts'),
    'server/profiles/rules.ts': importing('../handles/shared/fields-store.ts'),
    'server/mail/role.ts': importing('../../mail/smtp-in/server.ts'),
    'server/jobs/tasks.ts': importing('../emails/job.ts'),
    'server/serve.ts': importing('../fakes/paypal.ts'),
    'tests/api/claim.test.ts': importing('../../server/handles/store.ts'),
  });
  expect(broken).toEqual([]);
});
