import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { ACCESS } from '../support/api/route-access.ts';
import { limitText, measureRoutes } from '../support/api/route-costs.ts';
import { useServer } from '../support/server/test-server.ts';

const DOCUMENT = new URL('../../docs/security.md', import.meta.url);
const server = useServer();
beforeAll(async () => {
  // Scopes add their routes when they are loaded.
  await server.app.ready();
});

/** Returns the rows of the table of routes: the route, its limit, CPU, queries and what a network can cause in a minute. */
function documented(): string[][] {
  const [, section = ''] = readFileSync(DOCUMENT, 'utf8').split('\n## Routes and what they cost\n');
  const rows = section.split('\n## ')[0]?.match(/^\| `[A-Z]+ \/.*$/gm) ?? [];
  return rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\| |\s*\|$|`/g, '')));
}

it('lists every route in docs/security.md, with the limit that it has', () => {
  const rows = documented();
  const limits = Object.fromEntries(rows.map(([route = '', limit]) => [route, limit]));
  const routes = server.routes.filter((route) => !route.startsWith('HEAD '));
  expect(Object.keys(limits)).toHaveLength(rows.length);
  expect(limits).toEqual(Object.fromEntries(routes.map((route) => [route, limitText(server.routeLimits.get(route))])));
  for (const [route, , cpu, statements] of rows) {
    expect(Number(cpu), route).toBeGreaterThan(0);
    expect(Number.isInteger(Number(statements)), route).toBe(true);
  }
});

/** Prints the table: ROUTE_COSTS=print npx vitest run tests/api/route-limits.test.ts */
it.runIf(process.env.ROUTE_COSTS)('measures every route', { timeout: 600_000 }, async () => {
  const lines = (await measureRoutes(server)).map(({ route, status, milliseconds, statements }) => {
    const limit = limitText(server.routeLimits.get(route));
    const perMinute =
      limit === 'general'
        ? 600
        : limit === 'misses'
          ? 3000
          : Number.parseInt(limit, 10) / (limit.endsWith('hour') ? 60 : 1);
    const worst = (milliseconds * perMinute) / 1000;
    return {
      route,
      status,
      cells: [`\`${route}\``, limit, milliseconds.toFixed(1), statements, worst.toFixed(1)].join(' | '),
    };
  });
  const isOpen = (route: string) => !['signed in', 'owner', 'admin'].includes(ACCESS[route]?.who ?? '');
  for (const [title, wanted] of [
    ['without a session', true],
    ['with a session', false],
  ] as const) {
    console.log(title);
    for (const { route, status, cells } of lines) if (isOpen(route) === wanted) console.log(`| ${cells} | ${status}`);
  }
});
