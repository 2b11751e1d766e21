import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './tools/web/chunk-groups.ts';
import { leanPreloads } from './tools/web/lean-preloads.ts';
import { lightIcons } from './tools/web/light-icons.ts';
import { shakeRouter } from './tools/web/shake-router.ts';

/**
 * Two builds, in this order:
 *   `vite build`        the browser's files: dist/web, hashed under assets/, manifest in dist/web/.vite/manifest.json
 *   `vite build --ssr`  the server's renderer: dist/ssr/pages.js, one file that exports PageRenderer of contract/documents.ts
 * The second reads the manifest of the first, so that a document can preload the chunks of its route.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [react(), tailwindcss(), shakeRouter(), lightIcons(), leanPreloads()],
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
          output: {
            codeSplitting: { groups: chunkGroups() },
            // Names of chunks of icons list all screens that load them.
            chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
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
