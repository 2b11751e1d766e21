import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type App, startApp } from '../../tests/support/server/app-process.ts';
import { compareSpeed } from '../http-load.ts';
import { median, type Section } from '../print-tables.ts';
import { fetchPage } from './first-response.ts';
import { COUNTED_PAGE, makeProfiles } from './profiles.ts';

/** Highest loss of throughput by counting views. */
const GOAL = 0.03;

/** wrk sends the requests of a thousand visitors, with referrers and campaigns, through a proxy of ours. */
const VISITORS = `
local n = 0
request = function()
  n = n + 1
  wrk.headers["X-Forwarded-For"] = string.format("81.2.%d.%d", n % 1000 / 250, n % 250)
  wrk.headers["Referer"] = string.format("https://site-%d.example/", n % 30)
  return wrk.format()
end`;
const BROWSER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Measures a page with analytics on a server that counts its views, and on one that does not, in turns. */
export async function measureCounting(env: Record<string, string>, wrk: string, seconds: number): Promise<Section> {
  const without = pathToFileURL(path.join(import.meta.dirname, 'without-counting.ts')).href;
  const proxied = { ...env, TRUST_PROXY: '127.0.0.1,::1' };
  const apps: App[] = [];
  try {
    for (const options of ['', `--import=${without}`]) {
      const app = await startApp({ env: { ...proxied, ...(options && { NODE_OPTIONS: options }) } });
      apps.push(app);
      await makeProfiles(app, 0);
      await fetchPage(`${app.url}${COUNTED_PAGE}`, 'br');
    }
    const targets = apps.map((app, index) => ({
      name: index === 0 ? 'counting' : 'not counting',
      url: `${app.url}${COUNTED_PAGE}`,
      pid: app.pid,
      headers: { 'accept-encoding': 'br', 'user-agent': BROWSER },
      status: 200,
      script: VISITORS,
    }));
    const [counting = [], plain = []] = await compareSpeed(wrk, targets, seconds);
    const rate = median(counting.map((load, round) => load.rate / (plain[round]?.rate ?? Number.NaN)));
    const cpu = median(counting.map((load, round) => load.cpu / (plain[round]?.cpu ?? Number.NaN)));
    return {
      title: 'What counting views costs: a page with analytics, a thousand visitors, the same server without counting',
      rows: [counting, plain].map((loads, index) => ({
        server: targets[index]?.name ?? '',
        'responses/s': Math.round(median(loads.map((load) => load.rate))),
        'CPU µs': Math.round(Math.min(...loads.map((load) => load.cpu)) * 10) / 10,
      })),
      notes: [
        `with counting: ${rate.toFixed(3)} times the rate, ${cpu.toFixed(3)} times the CPU (medians of the rounds); ` +
          `goal: a rate of at least ${1 - GOAL}: ${rate >= 1 - GOAL ? 'met' : 'MISSED'}`,
      ],
    };
  } finally {
    for (const app of apps) await app.stop();
  }
}
