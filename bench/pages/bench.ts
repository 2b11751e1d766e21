import { parseArgs } from 'node:util';
import { pages } from '../../contract/paths.ts';
import { type App, startApp } from '../../tests/support/server/app-process.ts';
import { ensureChromium } from '../../tools/chromium.ts';
import { compareSpeed, findWrk, type Load } from '../http-load.ts';
import { median, percentile, type Section } from '../print-tables.ts';
import { wholeNumber } from '../whole-number.ts';
import { measureCounting } from './compare-counting.ts';
import { findNginx, type Peer, startBareNode, startNginx } from './comparison-servers.ts';
import { fetchPage } from './first-response.ts';
import { audit } from './lighthouse.ts';
import { visitPages } from './page-requests.ts';
import { makeProfiles, type Profiles } from './profiles.ts';

/** Goals: rate relative to nginx, bytes of a page on the wire, gzipped bytes of scripts, and Lighthouse scores. */
const GOAL = { nginx: 0.4, wire: 14_600, script: 140_000, page: [100, 100, 100, 100], document: [95, 100, 100, 100] };

export const about =
  'size, Lighthouse scores and speed of the public pages, compared with nginx and a plain Node server';
/**
 * The parts: the first responses and their bytes, Lighthouse scores, load compared with peers, and the cost of counting
 * views.
 */
const PARTS = ['bytes', 'lighthouse', 'speed', 'counting'] as const;

export const options = `--only PART       ${PARTS.join(', ')}, or several with commas
--runs N          Lighthouse runs per page; the median is reported (3)
--seconds N       seconds of load by wrk in each round (4)
--unseen N        pages that were never requested before (200)
--install-peers   installs nginx with apt-get if it is missing (as root)`;

/** Starts Nameplate as a process, and measures its pages. */
export async function measure(args: string[]): Promise<Section[]> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: PARTS.join(',') },
      runs: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      unseen: { type: 'string', default: '200' },
      'install-peers': { type: 'boolean', default: false },
    },
  });
  const runs = wholeNumber('runs', values.runs);
  const seconds = wholeNumber('seconds', values.seconds);
  const unseen = wholeNumber('unseen', values.unseen);
  const parts = new Set(values.only.split(','));
  if ([...parts].some((part) => !(PARTS as readonly string[]).includes(part))) {
    throw new Error(`--only requires one or more of ${PARTS.join(', ')}`);
  }
  const chromium = ensureChromium();
  const wrk = parts.has('speed') || parts.has('counting') ? findWrk() : '';
  const nginx = parts.has('speed') ? findNginx(values['install-peers']) : '';
  const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const app = await startApp({ env });
  try {
    const profiles = await makeProfiles(app, unseen);
    const { section, heaviest } = await measureBytes(app, profiles);
    const paths = [heaviest, pages.home(), pages.create()];
    const sections: Section[] = [];
    if (parts.has('bytes')) {
      sections.push(await measureUnseen(app, profiles.unseen), section, await measureVisits(app, paths, chromium));
    }
    if (parts.has('lighthouse')) sections.push(...(await measureScores(app, paths, chromium, runs)));
    if (parts.has('speed')) sections.push(...(await measureSpeed(app, heaviest, { wrk, nginx }, seconds)));
    if (parts.has('counting')) sections.push(await measureCounting(env, wrk, seconds));
    return sections;
  } finally {
    await app.stop();
  }
}

/**
 * Measures the first response of each page, for which the page is read, rendered and compressed, and the second
 * response.
 */
async function measureUnseen(app: App, paths: string[]): Promise<Section> {
  const time = async (path: string) => {
    const started = performance.now();
    await fetchPage(`${app.url}${path}`, 'br');
    return performance.now() - started;
  };
  const rows: Section['rows'] = [];
  for (const what of ['first visit', 'second visit']) {
    const times: number[] = [];
    for (const path of paths) times.push(await time(path));
    rows.push({ what, pages: times.length, 'p50 ms': percentile(times, 50), 'p99 ms': percentile(times, 99) });
  }
  return { title: 'Pages that were never requested before, one request at a time', rows };
}

async function measureBytes(app: App, profiles: Profiles): Promise<{ section: Section; heaviest: string }> {
  const rows: Section['rows'] = [];
  let heaviest = { path: '', wire: 0 };
  const row = async (page: string, path: string, goal?: number) => {
    const [br, gzip, identity] = await Promise.all(
      (['br', 'gzip', 'identity'] as const).map((coding) => fetchPage(`${app.url}${path}`, coding)),
    );
    const wire = br?.wire ?? 0;
    if (goal && wire > heaviest.wire) heaviest = { path, wire };
    rows.push({
      page,
      br: wire,
      gzip: gzip?.wire ?? 0,
      identity: identity?.wire ?? 0,
      headers: wire - (br?.body.length ?? 0),
      goal: goal ? `${goal}: ${wire <= goal && (gzip?.wire ?? 0) <= goal ? 'met' : 'MISSED'}` : '',
    });
  };
  for (const { theme, path } of profiles.themed) await row(`public page, ${theme}`, path, GOAL.wire);
  await row('/', pages.home());
  await row('/create', pages.create());
  const title = 'First response: bytes on the wire, headers included (7 links, a bio, a banner)';
  return { section: { title, rows }, heaviest: heaviest.path };
}

async function measureVisits(app: App, paths: string[], chromium: string): Promise<Section> {
  const visits = await visitPages(
    paths.map((path) => `${app.url}${path}`),
    chromium,
  );
  return {
    title: 'Requests of a visit (script: gzipped bytes)',
    rows: visits.map(({ requests, needed, later }, index) => {
      const goal = paths[index] === paths[0] ? 0 : GOAL.script;
      return {
        page: paths[index] ?? '',
        requests: Object.values(requests).reduce((sum, number) => sum + number, 0),
        scripts: requests.script ?? 0,
        'script needed': needed,
        'script later': later,
        goal: `${goal}: ${needed <= goal ? 'met' : 'MISSED'}`,
        kinds: Object.entries(requests)
          .map(([kind, number]) => `${kind} ${number}`)
          .join(', '),
      };
    }),
    notes: visits.flatMap(({ strays }, index) => strays.map((stray) => `${paths[index]} requested ${stray}`)),
  };
}

async function measureScores(app: App, paths: string[], chromium: string, runs: number): Promise<Section[]> {
  const rows: Section['rows'] = [];
  const notes: string[] = [];
  for (const path of paths) {
    const { scores, fcp, lcp, tbt, cls, script, power, faults } = await audit(`${app.url}${path}`, chromium, runs);
    const goals = path === paths[0] ? GOAL.page : GOAL.document;
    const met = Object.values(scores).every((score, index) => score >= (goals[index] ?? 100));
    rows.push({
      page: path,
      ...scores,
      'FCP ms': Math.round(fcp),
      'LCP ms': Math.round(lcp),
      'TBT ms': Math.round(tbt),
      CLS: cls,
      'script bytes': script,
      machine: Math.round(power),
      goal: `${goals.join('/')}: ${met ? 'met' : 'MISSED'}`,
    });
    notes.push(...faults.map((fault) => `${path}: ${fault}`));
  }
  return [{ title: `Lighthouse, mobile, median of ${runs}`, rows, notes }];
}

async function measureSpeed(
  app: App,
  path: string,
  { wrk, nginx }: { wrk: string; nginx: string },
  seconds: number,
): Promise<Section[]> {
  const url = `${app.url}${path}`;
  const response = await fetchPage(url, 'br');
  const peers: Peer[] = [await startBareNode(response)];
  try {
    peers.unshift(await startNginx(nginx, response));
    const servers = [{ name: 'Nameplate', url, pid: app.pid, etag: String(response.headers.etag) }, ...peers];
    const targets = ([200, 304] as const).flatMap((status) =>
      servers.map(({ name, url, pid, etag }) => ({
        name,
        url,
        pid,
        headers: { 'accept-encoding': 'br', ...(status === 304 && { 'if-none-match': etag }) },
        status,
      })),
    );
    const rounds = await compareSpeed(wrk, targets, seconds);
    const [full, known] = [rounds.slice(0, servers.length), rounds.slice(servers.length)];
    const [page = [], again = []] = [full[0], known[0]];
    const faster = ratio(again, page, ({ rate }) => rate);
    const cheaper = least(page) / least(again);
    const names = servers.map(({ name }) => name);
    return [
      {
        title: `Public page, br, ${response.body.length} bytes of body, 50 kept-alive connections, one nginx worker`,
        rows: speedRows(names, full, GOAL.nginx),
      },
      {
        title: 'The same page with If-None-Match: 304, no body',
        rows: speedRows(names, known),
        notes: [
          `304s of Nameplate, relative to its pages: ${faster.toFixed(2)} times the rate, ${(1 / cheaper).toFixed(2)} times the CPU; ` +
            `goal: not slower: ${metOrMissed(Math.max(faster, cheaper) >= 1)}`,
        ],
      },
    ];
  } finally {
    for (const peer of peers) await peer.stop();
  }
}

/** Compares servers, of which the second must be nginx. Ratios are medians of the rounds' ratios; CPU is the minimum of the rounds. */
function speedRows(names: string[], speeds: Load[][], goal?: number): Section['rows'] {
  const nginx = speeds[1] ?? [];
  return speeds.map((loads, index) => {
    const middle = (read: (load: Load) => number) => median(loads.map(read));
    const byRate = ratio(loads, nginx, ({ rate }) => rate);
    const byCpu = least(nginx) / least(loads);
    const [server, generator] = [middle(({ serverBusy }) => serverBusy), middle(({ generatorBusy }) => generatorBusy)];
    return {
      server: names[index] ?? '',
      'responses/s': Math.round(middle(({ rate }) => rate)),
      'p50 ms': middle(({ p50 }) => p50),
      'p99 ms': middle(({ p99 }) => p99),
      'CPU µs': Number.isNaN(least(loads)) ? 'unknown' : Math.round(least(loads) * 10) / 10,
      'core %': Math.round(server),
      'wrk core %': Math.round(generator),
      'limited by': limitOf(server, generator),
      'rate to nginx': byRate.toFixed(2),
      'CPU to nginx': byCpu.toFixed(2),
      goal: goal && index === 0 ? `${goal}: ${metOrMissed(byRate >= goal)}` : '',
    };
  });
}

const least = (loads: Load[]) => Math.min(...loads.map(({ cpu }) => cpu));

function ratio(ours: Load[], theirs: Load[], read: (load: Load) => number): number {
  return median(ours.map((load, round) => read(load) / (theirs[round] ? read(theirs[round]) : Number.NaN)));
}

/** Returns the process that used a whole core, or `the machine` if other programs used the cores. */
function limitOf(server: number, generator: number): string {
  if (Math.max(server, generator) < 85) return 'the machine';
  return server >= generator ? 'server' : 'wrk';
}

const metOrMissed = (met: boolean) => (met ? 'met' : 'MISSED');
