import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { processTree } from '../../../bench/mail/process-tree.ts';
import { withStatements } from '../server/statements.ts';
import type { TestServer } from '../server/test-server.ts';
import { signedInAdmin } from './admin.ts';
import { createDepartingPerson } from './departing-person.ts';
import { resourcesOf } from './owned-resources.ts';
import { Person } from './person.ts';
import { ACCESS, requestFor } from './route-access.ts';

const RUNS = { GET: 100, other: 10 };
/** Calls that delete what the other calls need. */
const LAST = /^(DELETE|POST \/api\/logout|.*end-sessions|.*suspend|.*\/leave)/;

export interface RouteCost {
  route: string;
  status: number;
  /** CPU of the server and of its database for a request, in milliseconds. */
  milliseconds: number;
  statements: number;
}

/** The text of a limit in the table of docs/security.md. */
export function limitText(limit: TestServer['routeLimits'] extends Map<string, infer Limit> ? Limit : never): string {
  if (limit === undefined) return 'general';
  if (limit === false) return 'misses';
  return `${limit.max} ${limit.timeWindow === '1 hour' ? 'an hour' : 'a minute'}`;
}

/** Measures every route, if possible with a request that it accepts. */
export async function measureRoutes(server: TestServer): Promise<RouteCost[]> {
  const owner = await createDepartingPerson(server);
  const things = await resourcesOf(server, owner);
  const admin = await signedInAdmin(server);
  const database = await databasePid(server);
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + processTree(database).reduce((sum, one) => sum + one.cpu, 0);
  };
  const costs: RouteCost[] = [];
  const routes = server.routes.filter((route) => !route.startsWith('HEAD '));
  for (const route of [...routes.filter((one) => !LAST.test(one)), ...routes.filter((one) => LAST.test(one))]) {
    const { method, url, body } = requestFor(route, things);
    const who = ACCESS[route]?.who;
    const person = who === 'admin' ? admin : who === 'owner' || who === 'signed in' ? owner.ada : new Person(server);
    const send = () => person.request(method, url, body, { accept: 'text/html' });
    const runs = method === 'GET' ? RUNS.GET : RUNS.other;
    const { result, statements } = await withStatements(send);
    const before = cpu();
    for (let run = 0; run < runs; run += 1) await send();
    const milliseconds = (cpu() - before) / runs;
    costs.push({ route, status: result.status, milliseconds, statements: statements.length });
  }
  return costs;
}

/** The process id of PostgreSQL, the parent of each connection. */
async function databasePid(server: TestServer): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(server.db);
  const fields = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[1]);
}
