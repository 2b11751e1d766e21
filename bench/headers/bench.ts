import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { pages } from '../../contract/paths.ts';
import { findEmbedded } from '../../db/embedded.ts';
import { startApp } from '../../tests/support/server/app-process.ts';
import { freePort } from '../../tests/support/server/free-port.ts';
import type { Section } from '../print-tables.ts';
import { startTlsFront } from './tls-front.ts';

/** Not a dependency of this project, because it has 240 dependencies itself. */
const OBSERVATORY = '@mdn/mdn-http-observatory@1.4.8';
const GOAL = 'A+';
const HANDLE = 'ada-lovelace-1815';

interface Scan {
  error?: string;
  scan?: { grade: string; score: number; statusCode: number; testsPassed: number; testsQuantity: number };
  tests?: Record<string, { pass: boolean; result: string; scoreModifier: number }>;
}

export const about = "grades the response headers in production mode with Mozilla's HTTP Observatory";
export const options = `fetches ${OBSERVATORY} and its dependencies from the package registry, once; scans this machine only`;

/** Starts Nameplate in production mode behind HTTPS on this machine, and scans three pages. */
export async function measure(args: string[]): Promise<Section[]> {
  parseArgs({ args, options: {} });
  const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-headers-'));
  const port = await freePort();
  const app = await startApp({ env: productionSettings(port) });
  try {
    await addPage(app.dataDir);
    const front = await startTlsFront(port, app.url, folder);
    try {
      return [await scanPages([pages.home(), pages.profile(HANDLE), pages.manage()], port, front.certificate)];
    } finally {
      front.stop();
    }
  } finally {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Settings that production requires. Nothing is sent or sold, so most values are fake. */
function productionSettings(port: number): Record<string, string> {
  return {
    NODE_ENV: 'production',
    PUBLIC_URL: `https://localhost:${port}`,
    TRUST_PROXY: '127.0.0.1,::1',
    SECRET_KEY: 'benchmark secret that is never used in production',
    ADMIN_EMAILS: 'operator@localhost.localdomain',
    PAYPAL_ENV: 'sandbox',
    PAYPAL_CLIENT_ID: 'none',
    PAYPAL_CLIENT_SECRET: 'none',
    PAYPAL_WEBHOOK_ID: 'none',
    SUPPORT_PHONE: '+1 202 555 0123',
    METRICS_LISTEN: 'off',
    MAIL_PROCESSES: '0',
  };
}

async function addPage(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: await findEmbedded(dataDir) });
  await client.connect();
  try {
    await client.query('INSERT INTO handles (handle, display_name, bio) VALUES ($1, $2, $3)', [
      HANDLE,
      'Ada Lovelace',
      'I write programs for machines that are yet to be built.',
    ]);
  } finally {
    await client.end();
  }
}

async function scanPages(paths: string[], port: number, certificate: string): Promise<Section> {
  const rows: Section['rows'] = [];
  const notes: string[] = [];
  for (const page of paths) {
    const { scan, tests = {}, error } = await observe(`localhost:${port}${page}`, certificate);
    if (!scan) throw new Error(`the Observatory could not scan ${page}: ${error}`);
    rows.push({
      page,
      status: scan.statusCode,
      grade: scan.grade,
      score: scan.score,
      tests: `${scan.testsPassed} of ${scan.testsQuantity}`,
      goal: `${GOAL}: ${scan.grade === GOAL ? 'met' : 'MISSED'}`,
    });
    for (const [name, { pass, result, scoreModifier }] of Object.entries(tests)) {
      if (!pass || scoreModifier < 0) notes.push(`${page} ${name}: ${result} (${scoreModifier})`);
    }
  }
  notes.push('not scanned: the redirect from http to https and the certificate, which belong to the proxy in front');
  return { title: `Response headers, by ${OBSERVATORY}`, rows, notes };
}

/** Runs the Observatory's command, which appends the path to the host name. The command trusts our certificate. */
async function observe(target: string, certificate: string): Promise<Scan> {
  const command = [
    // Its installation would download the list of hosts that browsers preload, which cannot contain `localhost`.
    'lists="$(dirname "$(realpath "$(command -v mdn-http-observatory-scan)")")/../conf"',
    `[ -e "$lists/hsts-preload.json" ] || echo '{}' > "$lists/hsts-preload.json"`,
    // Only the scan is limited to this certificate, because npx itself must reach the registry.
    `NODE_OPTIONS=--use-openssl-ca SSL_CERT_FILE='${certificate}' mdn-http-observatory-scan '${target}'`,
  ].join('\n');
  // Scripts are ignored because a dependency would compile a database driver, which a scan does not use.
  const child = spawn('npx', ['--yes', '--ignore-scripts', `--package=${OBSERVATORY}`, '-c', command]);
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  await new Promise((done, fail) => child.once('close', done).once('error', fail));
  try {
    return JSON.parse(output) as Scan;
  } catch {
    throw new Error(`${OBSERVATORY} could not be run. It needs npx and a package registry:\n${errors.slice(-1000)}`);
  }
}
