/**
 * Settles like `promise`, or after this many milliseconds with what `onTimeout` returns or throws; a later rejection is
 * ignored. The timer does not keep the process alive. For functions that take an AbortSignal, use `AbortSignal.timeout`
 * instead, which also ends the work.
 */
export function withTimeout<T, U>(promise: Promise<T>, milliseconds: number, onTimeout: () => U): Promise<T | U> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, milliseconds).unref();
  // biome-ignore lint/plugin: this is the one time limit of a promise
  return Promise.race([promise, timeout.promise.then(onTimeout)]).finally(() => clearTimeout(timer));
}
