/** The fields of Vite's manifest that this file uses. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Defined by the build (vite.config.ts); empty in the development server. */
declare const __BROWSER_MANIFEST__: Record<string, Chunk>;

interface RouteFiles {
  scripts: string[];
  styles: string[];
}

/** Returns the URLs of a source file's chunk and its static imports. */
export function routeFiles(module: string | undefined): RouteFiles {
  return module ? filesOf(__BROWSER_MANIFEST__, module) : { scripts: [], styles: [] };
}

/** Follows static imports only; dynamic ones are loaded on first use and not preloaded. */
export function filesOf(manifest: Record<string, Chunk>, module: string): RouteFiles {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const queue = [module];
  const seen = new Set<string>();
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) continue;
    seen.add(key);
    scripts.add(`/${chunk.file}`);
    for (const style of chunk.css ?? []) styles.add(`/${style}`);
    queue.push(...(chunk.imports ?? []));
  }
  return { scripts: [...scripts], styles: [...styles] };
}
