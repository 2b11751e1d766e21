const underWay = new Map<string, Promise<unknown>>();

/**
 * Does something under a name singleFlight at a time in this process: who comes while it is under way gets the same outcome. What
 * several processes do at singleFlight is settled by PayPal's request ids and the database.
 */
export function singleFlight<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  const running = underWay.get(name) as Promise<Result> | undefined;
  if (running) return running;
  const started = act().finally(() => underWay.delete(name));
  underWay.set(name, started);
  return started;
}
