const running = new Map<string, Promise<unknown>>();

/** Runs `work` once at a time for each name in this process; concurrent callers share its outcome. */
export function singleFlight<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const current = running.get(name) as Promise<Result> | undefined;
  if (current) return current;
  const started = work().finally(() => running.delete(name));
  running.set(name, started);
  return started;
}
