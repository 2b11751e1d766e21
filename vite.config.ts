import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What most screens share. */
const SHARED =
  /lucide-react\/|\/contract\/(paths|plans|handle-rules)\.ts$|\/web\/(ui\/((badge|card|class-names|spinner|skeleton|form\/(button|button-style))\.tsx?$|dialog\/(use-)?leave-guard)|api\/|[\w-]+\/shared\/)/;
/** What of it visitors do not need at once; web/app/script-budget.test.ts says when this list is too short. */
const SIGNED_IN =
  /\/web\/(api\/(versioned-|use-action|error-text)|accounts\/shared\/(outbox-hint|magic-link-dialog)|social\/shared\/shown-|handles\/shared\/(own-|same-origin-|picked-|handle-picker|handle-search|matching-))|\/icons\/(arrow-down|arrow-up|ban|git-compare-arrows|key-round|users-round|chevron-down|circle-pause|copy|forward|dollar-sign|download|layout-dashboard|lock-keyhole|menu|shield-x|external-link|hourglass|trash|search|search-x|circle-off|pencil|chevrons-up-down|rotate-cw|(triangle|circle|cloud)-exclamation-point)\./;

/**
 * Two builds, in this order:
 *   `vite build`        the browser's files: dist/web, hashed under assets/, manifest in dist/web/.vite/manifest.json
 *   `vite build --ssr`  the server's renderer: dist/ssr/pages.js, one file that exports PageRenderer of contract/documents.ts
 * The second reads the first one's manifest, so that a document can preload the chunks of its own route.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: isSsrBuild ? false : 'web/app/public',
  define: { __BROWSER_MANIFEST__: isSsrBuild && command === 'build' ? browserManifest() : '{}' },
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
          // Without this each icon and rule that two screens share would be a request of its own.
          output: {
            codeSplitting: {
              groups: [
                // What loads pieces, which the entry needs before it needs any of them.
                { name: 'load', test: /vite\/preload-helper|rolldown\/runtime/ },
                // A piece of its own, so that it is read in a task of its own (web/app/entry-client.tsx).
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                {
                  // Not what only the signed-in screens share: the landing page would load it too.
                  name: 'shared',
                  test: (id) => SHARED.test(id) && !SIGNED_IN.test(id),
                  minShareCount: 2,
                },
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
