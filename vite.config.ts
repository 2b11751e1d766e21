import { readFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lightIcons } from './tools/web/light-icons.ts';
import { modulesOf, VISITOR_ENTRIES } from './tools/web/modules-of.ts';
import { shakeRouter } from './tools/web/shake-router.ts';

/** Folders whose modules screens share. */
const SHARED_FOLDERS = /^(contract|web\/(ui|api|[\w-]+\/shared))\//;
/** Small modules that many dialogs and signed-in screens share, without the form controls that need more of Radix. */
const SMALL_FILE =
  /\/web\/(ui\/(strong|part-on-demand|relative-time|format-relative-time|form\/(?!switch|copy))|api\/error-text|[\w-]+\/shared\/(same-origin-path|platform-label))/;
const PASSKEY_FILE = /\/web\/accounts\/shared\/(webauthn|add-passkey|confirm-with-passkey|passkey-name)\.ts$/;
const ICON_FILE = /\/lucide-react\/.*\/icons\/([\w-]+)\.m?js$/;

/**
 * Returns whether a module belongs to the chunk that all screens share. A module that only signed-in screens use does not, since the
 * landing page would load it too. web/app/script-budget.test.ts limits the result.
 */
function isShared(id: string, visitors: ReturnType<typeof modulesOf>): boolean {
  const icon = ICON_FILE.exec(id)?.[1];
  if (icon !== undefined) return visitors.icons.has(icon);
  if (id.includes('/lucide-react/')) return true;
  const file = path.relative(import.meta.dirname, id);
  return SHARED_FOLDERS.test(file) && visitors.files.has(file);
}

const visitors = modulesOf(VISITOR_ENTRIES);
const editor = modulesOf([
  'web/app/routes/signed-in/editor-route.tsx',
  'web/blocks/links-tab.tsx',
  'web/profiles/look-tab.tsx',
  'web/handles/settings/settings-form.tsx',
  'web/forwarding/handle-mail-tab.tsx',
]);
const frame = modulesOf(['web/app/routes/signed-in/editor-route.tsx', 'web/editor/preview/phone.tsx']);
/** Modules that the editor needs on each tab: small ones, which are smaller in one chunk. Visitors need none of them. */
function isOfEditor(id: string): boolean {
  const file = path.relative(import.meta.dirname, id);
  return /^web\/|^contract\/blocks\//.test(file) && frame.files.has(file) && !visitors.files.has(file);
}
const isEditorIcon = (id: string) => editor.icons.has(ICON_FILE.exec(id)?.[1] ?? '-');

/**
 * Two builds, in this order:
 *   `vite build`        the browser's files: dist/web, hashed under assets/, manifest in dist/web/.vite/manifest.json
 *   `vite build --ssr`  the server's renderer: dist/ssr/pages.js, one file that exports PageRenderer of contract/documents.ts
 * The second reads the manifest of the first, so that a document can preload the chunks of its route.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [react(), tailwindcss(), shakeRouter(), lightIcons()],
  publicDir: isSsrBuild ? false : 'web/app/public',
  define: {
    __BROWSER_MANIFEST__: isSsrBuild && command === 'build' ? browserManifest() : '{}',
    // The server renders with React's production build in every mode, which takes half the time.
    ...(isSsrBuild && command === 'build' && { 'process.env.NODE_ENV': '"production"' }),
  },
  ssr: { noExternal: true, target: 'node' },
  build: isSsrBuild
    ? {
        ssr: true,
        target: 'node24',
        outDir: 'dist/ssr',
        minify: false,
        rolldownOptions: {
          input: 'web/app/ssr/entry-server.tsx',
          output: { entryFileNames: 'pages.js', format: 'es', codeSplitting: false },
        },
      }
    : {
        target: 'es2022',
        outDir: 'dist/web',
        manifest: true,
        rolldownOptions: {
          input: 'web/app/entry-client.tsx',
          // Without groups each icon and rule that two screens share would be a separate request.
          output: {
            codeSplitting: {
              groups: [
                // The preload code, which the entry needs before any other chunk.
                { name: 'load', test: /vite\/preload-helper|rolldown\/runtime/ },
                // A separate chunk, so that the browser evaluates it in a separate task (web/app/entry-client.tsx).
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                { name: 'shared', test: (id) => isShared(id, visitors), minShareCount: 2 },
                // As chunks of their own these would lengthen the list of chunks, which visitors load.
                { name: 'editor', test: isOfEditor, minShareCount: 2 },
                { name: 'editor-icons', test: isEditorIcon, minShareCount: 2 },
                { name: 'icons', test: ICON_FILE, minShareCount: 2 },
                { name: 'small', test: SMALL_FILE, minShareCount: 2 },
                { name: 'passkeys', test: PASSKEY_FILE, minShareCount: 2 },
              ],
            },
          },
        },
      },
}));

function browserManifest(): string {
  try {
    return readFileSync('dist/web/.vite/manifest.json', 'utf8');
  } catch {
    throw new Error('dist/web/.vite/manifest.json is missing: run `vite build` before `vite build --ssr`');
  }
}
