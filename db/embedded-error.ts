/** Thrown if the embedded database cannot run. The message contains the reason and the remedy; callers log no stack. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}
