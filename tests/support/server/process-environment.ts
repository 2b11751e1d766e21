/**
 * Returns the environment of a process that a test starts: its settings, and of this process only where to find programs and
 * compiled modules. No setting of the developer's shell has an effect.
 */
export function processEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...settings };
}
