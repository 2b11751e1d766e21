import { VisitCounter } from '../../../server/analytics/counting/visit-counter.ts';
import type { TestServer } from '../server/test-server.ts';
import { CHROME } from './browse.ts';

/** Returns a counter like that of another process with the same database. */
export function secondCounter(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  warn: (fields: Record<string, unknown>) => void = () => {},
): VisitCounter {
  return new VisitCounter({
    site: {},
    db,
    clock,
    log: { warn } as never,
    sessionCookie: 'nameplate',
    countries: { of: () => 'DE', source: '', builtAt: new Date() },
    ownHosts: new Set(),
    isProxy: () => false,
  });
}

/** Returns a request for a page with the fields that counters read. */
export function viewFrom(remoteAddress: string, headers: Record<string, string> = {}, url = '/ada'): never {
  return { headers: { 'user-agent': CHROME, ...headers }, socket: { remoteAddress }, url } as never;
}
