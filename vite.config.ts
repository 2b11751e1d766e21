import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Chunks beside those that follow from dynamic imports. web/app/script-budget.test.ts limits the result. */
const CHUNKS = [
  // The entry needs it before any other chunk.
  { name: 'load', test: /vite\/preload-helper|rolldown\/runtime/ },
  // A separate chunk, so that the browser evaluates it in a separate task (web/app/entry-client.tsx).
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  // What each screen needs. A group includes what its modules import.
  {
    name: 'app',
    test: /web\/(app\/(shell\/(shell|providers)|routes\/routes|navigation\/guarded-navigation)|payments\/shared\/plan-features)\.tsx?$/,
  },
];

/**
 * Two builds, in this order:
 *   `vite build`        the browser's files: dist/web, hashed under assets/, manifest in dist/web/.vite/manifest.json
 *   `vite build --ssr`  the server's renderer: dist/ssr/pages.js, one file that exports PageRenderer of contract/documents.ts
 * The second reads the manifest of the first, so that a document can preload the chunks of its route.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [react(), tailwindcss()],
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
        // Documents preload the chunks of their screen. Lists of chunks in the script would cost visitors 4 kB.
        modulePreload: false,
        rolldownOptions: {
          input: 'web/app/entry-client.tsx',
          output: { codeSplitting: { groups: CHUNKS } },
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
