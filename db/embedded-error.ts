/** The embedded database cannot run here; the message explains why and what to do, so no stack is needed. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}
