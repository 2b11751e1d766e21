import { accessSync, constants, existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import { connect as connectTls } from 'node:tls';
import type { Config } from '../../server/platform/config/config.ts';
import { portError } from '../../server/platform/config/start-error.ts';
import { HEALTHY } from '../../server/platform/jobs/process-health.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

export function checkDataDir({ dataDir }: Config): Finding {
  const exists = existsSync(dataDir);
  let nearest = dataDir;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  try {
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!exists) return note(`DATA_DIR ${dataDir} does not exist yet: the first start creates it`);
    return ok(`DATA_DIR ${dataDir} can be written`);
  } catch {
    const what = exists ? 'written' : 'created';
    return wrong(`DATA_DIR ${dataDir} cannot be ${what} by this user`, 'change its owner, or set another DATA_DIR');
  }
}

/** A port that a process with these settings listens on. `isOurs` reports whether a Nameplate listens there now. */
interface Port {
  setting: string;
  host: string;
  port: number;
  isOurs(): Promise<boolean>;
}

/** A port on which the role `mail` accepts connections. */
export interface MailPort {
  setting: string;
  host: string;
  port: number;
  implicitTls: boolean;
}

/** Returns the ports of mail transfer and submission on which a process with these settings listens. */
export function mailPorts({ roles, listenHost: host, ...config }: Config): MailPort[] {
  if (!roles.has('mail')) return [];
  return [
    { setting: 'SMTP_PORT', host, port: config.smtpPort, implicitTls: false },
    { setting: 'SUBMISSION_PORT', host, port: config.submissionPort, implicitTls: false },
    { setting: 'SUBMISSIONS_PORT', host, port: config.submissionsPort, implicitTls: true },
  ].filter(({ setting, port }) => setting === 'SMTP_PORT' || port > 0);
}

/** Checks the ports of this configuration. A port that a running Nameplate uses is not a fault. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  const { roles, listenHost: host, port, metricsListen, mail } = config;
  const ports: Port[] = [];
  if (roles.has('http')) ports.push({ setting: 'PORT', host, port, isOurs: () => servesHealth(host, port) });
  for (const one of mailPorts(config)) ports.push({ ...one, isOurs: () => greetsAs(one, mail.hostname) });
  if (metricsListen) {
    const isOurs = () => servesHealth(metricsListen.host, metricsListen.port);
    ports.push({ setting: 'METRICS_LISTEN', ...metricsListen, isOurs });
  }
  return Promise.all(ports.map(checkPort));
}

/** Limit for a response from the process that listens on a port. */
export const TIMEOUT_MS = 10_000;

/** Returns the address at which this machine reaches a listener on `host`. */
export const reachable = (host: string) => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

/** Returns whether a Nameplate serves `/healthz` on the port. */
async function servesHealth(host: string, port: number): Promise<boolean> {
  const name = reachable(host);
  try {
    const response = await fetch(`http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return ((await response.json()) as { service?: unknown }).service === HEALTHY.service;
  } catch {
    return false;
  }
}

/** Returns whether an SMTP server on the port greets with `hostname`. */
export async function greetsAs({ host, port, implicitTls }: MailPort, hostname: string): Promise<boolean> {
  const address = { port, host: reachable(host) };
  // Another check covers the certificate.
  const socket = implicitTls ? connectTls({ ...address, rejectUnauthorized: false }) : connect(address);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  try {
    for await (const chunk of socket) return String(chunk).startsWith(`220 ${hostname} `);
    return false;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function checkPort({ setting, host, port, isOurs }: Port): Promise<Finding> {
  const server = createServer();
  try {
    await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));
    return ok(`${setting} ${port} is free on ${host}`);
  } catch (error) {
    if (await isOurs()) return ok(`${setting} ${port} is served by a running Nameplate`);
    return wrong(`${setting} ${port} cannot be used`, (portError(error, port, setting) as Error).message);
  } finally {
    server.close();
  }
}
