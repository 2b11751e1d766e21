/** The part of Vite's manifest that we read. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Written in by the build (vite.config.ts); empty under the development server. */
declare const __BROWSER_MANIFEST__: Record<string, Chunk>;

interface RouteFiles {
  scripts: string[];
  styles: string[];
}

/** Addresses of a source file's chunk and of everything it needs at once. */
export function routeFiles(module: string | undefined): RouteFiles {
  return module ? filesOf(__BROWSER_MANIFEST__, module) : { scripts: [], styles: [] };
}

/** Walks static imports; dynamic ones are loaded on first use and not preloaded. */
export function filesOf(manifest: Record<string, Chunk>, module: string): RouteFiles {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const waiting = [module];
  const seen = new Set<string>();
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) continue;
    seen.add(key);
    scripts.add(`/${chunk.file}`);
    for (const style of chunk.css ?? []) styles.add(`/${style}`);
    waiting.push(...(chunk.imports ?? []));
  }
  return { scripts: [...scripts], styles: [...styles] };
}
