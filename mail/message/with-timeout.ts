/** Resolves with the result of `promise`, or with null if the signal aborts first. */
export async function withTimeout<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) {
    // The result is not used: a later rejection must not be unhandled.
    promise.catch(() => {});
    return null;
  }
  const aborted = Promise.withResolvers<null>();
  const onAbort = () => aborted.resolve(null);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
