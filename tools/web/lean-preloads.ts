import type { Plugin } from 'vite';

/** The fields of a chunk of the bundle that this file uses. */
interface Chunk {
  type: string;
  imports?: string[];
  isEntry?: boolean;
  dynamicImports?: string[];
}

/**
 * Shortens the lists of chunks that a dynamic import preloads. Vite names all that the imported chunk needs, also those that the
 * importing chunk itself has loaded. Their hashed names do not compress, and every screen would carry up to forty of them.
 */
export function leanPreloads(): Plugin {
  let bundle: Record<string, Chunk> = {};
  return {
    name: 'lean-preloads',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (file, preloaded, { hostId }) => chunksToPreload(bundle, file, preloaded, hostId),
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler: (_options, output) => {
        bundle = output;
      },
    },
  };
}

/** Returns those of `preloaded` that are not loaded when `host` imports `file`; none if only `file` is left. */
export function chunksToPreload(
  bundle: Record<string, Chunk>,
  file: string,
  preloaded: readonly string[],
  host: string,
): string[] {
  const isLoaded = staticImports(bundle, host);
  // The entry starts the app, and every other chunk is imported by the app.
  const entry = Object.keys(bundle).find((name) => bundle[name]?.isEntry);
  if (entry !== undefined && host !== entry) {
    for (const start of [entry, ...(bundle[entry]?.dynamicImports ?? [])]) {
      for (const name of staticImports(bundle, start)) isLoaded.add(name);
    }
  }
  const missing = preloaded.filter((name) => !isLoaded.has(name));
  return missing.length === 1 && missing[0] === file ? [] : missing;
}

function staticImports(bundle: Record<string, Chunk>, start: string): Set<string> {
  const found = new Set<string>();
  const queue = [start];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    queue.push(...(bundle[name]?.imports ?? []));
  }
  return found;
}
