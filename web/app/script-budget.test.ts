import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SCREENS } from './routes/routes.tsx';
import { filesOf } from './ssr/route-chunks.ts';

const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'));
const CLIENT = 'web/app/entry-client.tsx';
/** The entry and the chunks that it loads. */
const ENTRY: string[] = [CLIENT, ...manifest[CLIENT].dynamicImports];
const THEME = '/assets/theme.js';

/** Gzipped bytes of the scripts that a screen loads without a click. */
function scriptBytes(path: string, more: string[] = []): number {
  const module = SCREENS.find((screen) => screen.path === path)?.meta.module ?? '';
  return bytesOf([...ENTRY, module, ...more]);
}

function bytesOf(modules: string[]): number {
  for (const name of modules) expect(manifest).toHaveProperty([name]);
  const files = new Set([THEME, ...modules.flatMap((name) => filesOf(manifest, name).scripts)]);
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`dist/web${file}`)).length, 0);
}

describe('script for visitors', () => {
  it('the landing page runs at most 4 kB of gzipped script until it is used', () => {
    const files = [THEME, ...filesOf(manifest, CLIENT).scripts];
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(`dist/web${file}`)).length, 0);
    expect(bytes).toBeLessThanOrEqual(4000);
  });

  it.each([
    ['/', 'from the first use on', 140_000],
    // Includes 2 kB of placeholders for dialogs and toasts whose code cannot be downloaded.
    ['/create', 'immediately', 140_000],
  ])('the page %s needs %s at most %i bytes of gzipped script', (path, _when, maxBytes) => {
    expect(scriptBytes(path)).toBeLessThanOrEqual(maxBytes);
  });

  it('the page /app/manage needs at most 170 kB of gzipped script', () => {
    expect(scriptBytes('/app/manage')).toBeLessThanOrEqual(170_000);
  });

  it.each([
    ['/app/manage-social', 190_000, 'web/editor/links/links-tab.tsx'],
    ['/app/manage-appearance', 190_000, 'web/editor/look/look-tab.tsx'],
    ['/app/manage-handle/:handle', 190_000, 'web/editor/settings/settings-form.tsx'],
    ['/app/manage-email', 190_000, 'web/app/routes/signed-in/mail-tabs.tsx'],
  ])('the editor at %s needs at most %i bytes of gzipped script, with the page beside it', (path, maxBytes, tab) => {
    // tests/browser/script-size.spec.ts measures the same in a browser, with the schemas of all responses.
    const beside = ['web/editor/preview/phone.tsx', 'web/public-page/themes/neon.tsx'];
    expect(scriptBytes(path, [tab, ...beside])).toBeLessThanOrEqual(maxBytes);
  });

  it('loads dialogs, toasts and forms only on demand', () => {
    const scripts = ['/', '/create'].flatMap((path) => {
      const module = SCREENS.find((screen) => screen.path === path)?.meta.module ?? '';
      return [...ENTRY, module].flatMap((name) => filesOf(manifest, name).scripts);
    });
    const onDemand = [
      'web/app/shell/sign-in-dialog.tsx',
      'web/ui/toast/toaster.tsx',
      'web/handles/claim/free-claim-dialog.tsx',
      'web/payments/paid-claim-dialog.tsx',
    ];
    for (const name of onDemand) {
      expect(manifest).toHaveProperty([name]);
      expect(scripts).not.toContain(`/${manifest[name].file}`);
    }
  });
});
