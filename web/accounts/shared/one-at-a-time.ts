let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a request after the one before has ended. Requests that give the browser the cookie of its sign-in attempt use it: two at
 * once would each set another cookie, and the mailed code works with one of them only.
 */
export function oneAtATime<T>(request: () => Promise<T>): Promise<T> {
  const result = last.then(request);
  last = result.catch(() => {});
  return result;
}
