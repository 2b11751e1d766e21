let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a request after the previous one has ended. For requests that set the cookie of a sign-in attempt: two at the
 * same time would each set a cookie, and the emailed code works with only one of them.
 */
export function oneAtATime<T>(request: () => Promise<T>): Promise<T> {
  const result = last.then(request);
  last = result.catch(() => {});
  return result;
}
