import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type App, startApp } from '../../tests/support/server/app-process.ts';
import { compareSpeed } from '../http-load.ts';
import { median, type Section } from '../print-tables.ts';
import { fetchPage } from './first-response.ts';
import { COUNTED_PAGE, makeProfiles } from './profiles.ts';

/** Maximum loss of throughput from counting views, if each connection is one visitor. */
const GOAL = 0.03;
/** Rounds of the load with a goal. They are many and short, because single rounds differ by more than the goal. */
const GOAL_ROUNDS = 20;
const GOAL_SECONDS = 2;
/** Rounds of the other loads. */
const ROUNDS = 3;

const BROWSER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A load with Lua for wrk. Behind a proxy, the server reads the clients' addresses from X-Forwarded-For. */
interface Traffic {
  name: string;
  script: string;
  goal: number | undefined;
}

const VARIED: Traffic[] = [
  { name: 'clients of the connections', script: '', goal: GOAL },
  {
    name: '1,000 visitors with 30 browsers and 30 referrers, through a proxy',
    script: through(
      '"81.2.%d.%d", n % 1000 / 250, n % 250',
      `wrk.headers["Referer"] = string.format("https://site-%d.example/", n % 30)
       wrk.headers["User-Agent"] = string.format("${BROWSER} Edg/1%d.0", n % 30)`,
    ),
    goal: undefined,
  },
  {
    name: 'another visitor for each view, through a proxy',
    script: through('"81.%d.%d.%d", n / 65536 % 256, n / 256 % 256, n % 256'),
    goal: undefined,
  },
];

function through(address: string, more = ''): string {
  return `
local n = 0
request = function()
  n = n + 1
  wrk.headers["X-Forwarded-For"] = string.format(${address})
  ${more}
  return wrk.format()
end`;
}

/**
 * Measures a page with analytics alternately on a server that counts views and on one that does not. The cost of a view depends on how often its
 * visitor has been seen before, so several loads are compared; in the last load no visitor returns.
 */
export async function measureCounting(env: Record<string, string>, wrk: string, seconds: number): Promise<Section> {
  const without = pathToFileURL(path.join(import.meta.dirname, 'without-counting.ts')).href;
  const proxied = { ...env, TRUST_PROXY: '127.0.0.1,::1' };
  const apps: App[] = [];
  const rows: Section['rows'] = [];
  try {
    for (const options of ['', `--import=${without}`]) {
      const app = await startApp({ env: { ...proxied, ...(options && { NODE_OPTIONS: options }) } });
      apps.push(app);
      await makeProfiles(app, 0);
      await fetchPage(`${app.url}${COUNTED_PAGE}`, 'br');
    }
    for (const { name, script, goal } of VARIED) {
      const targets = apps.map((app, index) => ({
        name: index === 0 ? 'counting' : 'not counting',
        url: `${app.url}${COUNTED_PAGE}`,
        pid: app.pid,
        headers: { 'accept-encoding': 'br', 'user-agent': BROWSER },
        status: 200,
        script,
      }));
      const [counting = [], plain = []] =
        goal === undefined
          ? await compareSpeed(wrk, targets, seconds, ROUNDS)
          : await compareSpeed(wrk, targets, Math.min(seconds, GOAL_SECONDS), GOAL_ROUNDS);
      const ratio = (of: 'rate' | 'cpu') =>
        median(counting.map((load, round) => load[of] / (plain[round]?.[of] ?? Number.NaN)));
      const cpu = (loads: typeof counting) => Math.min(...loads.map((load) => load.cpu));
      rows.push({
        load: name,
        'responses/s': Math.round(median(counting.map((load) => load.rate))),
        'CPU µs': cpu(counting).toFixed(2),
        'without, responses/s': Math.round(median(plain.map((load) => load.rate))),
        'without, CPU µs': cpu(plain).toFixed(2),
        'CPU µs of a view': (cpu(counting) - cpu(plain)).toFixed(2),
        'CPU ratio': ratio('cpu').toFixed(3),
        'rate ratio': ratio('rate').toFixed(3),
        goal: goal === undefined ? '' : `${1 - goal}: ${ratio('rate') >= 1 - goal ? 'met' : 'MISSED'}`,
      });
    }
  } finally {
    for (const app of apps) await app.stop();
  }
  const title = 'What counting views costs: a page with analytics, and the same server without counting, in turns';
  const notes = [
    'Ratios are medians of the rounds, CPU is the minimum. The server is the limit of the rate with the first load only.',
  ];
  return { title, rows, notes };
}
