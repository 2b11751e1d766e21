import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SCREENS } from './routes/routes.tsx';
import { filesOf } from './ssr/route-chunks.ts';

const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'));
const CLIENT = 'web/app/entry-client.tsx';
/** The entry, and the pieces that it loads one by one. */
const ENTRY: string[] = [CLIENT, ...manifest[CLIENT].dynamicImports];
/** Loaded without a click: the schemas that prices and the answer about a handle are parsed with. */
const SCHEMAS = ['contract/packages.ts', 'contract/handles.ts'];
const THEME = '/assets/theme.js';

/** Gzipped bytes of all script that a screen needs before, and loads soon after, it can be used. */
function scriptBytes(path: string): number {
  const module = SCREENS.find((screen) => screen.path === path)?.meta.module ?? '';
  const modules = [...ENTRY, module, ...SCHEMAS];
  for (const name of modules) expect(manifest).toHaveProperty([name]);
  const files = new Set([THEME, ...modules.flatMap((name) => filesOf(manifest, name).scripts)]);
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`dist/web${file}`)).length, 0);
}

describe('script for visitors', () => {
  it('/ runs at most 4 kB, gzipped, until it is used', () => {
    const files = [THEME, ...filesOf(manifest, CLIENT).scripts];
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(`dist/web${file}`)).length, 0);
    expect(bytes).toBeLessThanOrEqual(4000);
  });

  it.each([
    ['/', 'from its first use on', 135_000],
    // 2 kB of it are what stands in for a dialog or toast whose code cannot be downloaded: it has to be there already.
    ['/create', 'at once', 131_000],
  ])('%s needs %s at most %i bytes, gzipped', (path, _when, most) => {
    expect(scriptBytes(path)).toBeLessThanOrEqual(most);
  });

  it('/app/manage needs at most 200 kB, gzipped', () => {
    expect(scriptBytes('/app/manage')).toBeLessThanOrEqual(200_000);
  });

  it('brings neither dialogs nor toasts nor forms at once', () => {
    const scripts = ['/', '/create'].flatMap((path) => {
      const module = SCREENS.find((screen) => screen.path === path)?.meta.module ?? '';
      return [...ENTRY, module].flatMap((name) => filesOf(manifest, name).scripts);
    });
    const later = [
      'web/accounts/login-dialog.tsx',
      'web/ui/toast/toaster.tsx',
      'web/handles/claim/free-claim-dialog.tsx',
      'web/payments/paid-claim-dialog.tsx',
    ];
    for (const name of later) {
      expect(manifest).toHaveProperty([name]);
      expect(scripts).not.toContain(`/${manifest[name].file}`);
    }
  });
});
