/** Units of time in seconds. */
export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 60 * MINUTE_SECONDS;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Units of time in milliseconds. */
export const HOUR = HOUR_SECONDS * 1000;
export const DAY = DAY_SECONDS * 1000;

/** Formats a date in UTC as in RFC 5322 3.3. */
export function mailDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}

/**
 * Resolves with the result of `promise`, or with null if the limit comes first: a number of milliseconds, or a signal that
 * aborts. A later rejection is ignored.
 */
export async function withTimeout<T>(promise: Promise<T>, limit: AbortSignal | number): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const end = () => late.resolve(null);
  const timer = typeof limit === 'number' ? setTimeout(end, limit) : undefined;
  const signal = typeof limit === 'number' ? undefined : limit;
  if (signal?.aborted) {
    promise.catch(() => {});
    return null;
  }
  signal?.addEventListener('abort', end, { once: true });
  try {
    // biome-ignore lint/plugin: this is the one time limit of a promise
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
