import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../platform/config/config.ts';
import { portError, StartError } from '../platform/config/start-error.ts';
import type { Logger } from '../platform/log/log.ts';
import { ChildMetrics } from '../platform/metrics/child-metrics.ts';
import type { MetricValues } from '../platform/metrics/registry.ts';
import { EndedAtStart, type KeptProcess, keepProcess } from '../platform/supervisor/kept-process.ts';
import { HEARTBEAT_OPTIONS } from '../platform/supervisor/process-heartbeat.ts';
import { replacedProcesses } from '../platform/supervisor/replaced-processes.ts';

const PROGRAM = fileURLToPath(new URL('./process.ts', import.meta.url));
/** Maximum database connections of all mail processes together, and of one process. */
const CONNECTIONS = 60;
const CONNECTIONS_PER_PROCESS = 10;

/**
 * V8 flags. Small semi-spaces collect garbage early: with 500 concurrent messages, it would otherwise grow to about 100
 * MB. No parallel scavenging, because the other cores are busy with processes like this one. No allocation-site
 * pretenuring: nearly all objects of a message are short-lived, and pretenuring would keep a tenth of them alive. Early
 * TurboFan gives full speed after seconds instead of minutes.
 */
const COMMON_FLAGS = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=36',
  '--max-old-space-size=384',
  '--no-parallel-scavenge',
  '--no-allocation-site-pretenuring',
  '--invocation-count-for-turbofan=1000',
  '--expose-gc',
];
/** On a developer's machine, idle memory matters more than the rate of messages. */
const flags = (production: boolean) => [
  ...COMMON_FLAGS,
  production ? '--min-semi-space-size=8' : '--optimize-for-size',
];

/** The environment variables of a mail process in addition to the settings. */
export interface ProcessEnvironment {
  DATABASE_URL: string;
  SMTP_PORT: string;
  SUBMISSION_PORT: string;
  SUBMISSIONS_PORT: string;
  MAIL_CONNECTIONS: string;
}

/** Whether several processes can listen on one port. */
export const sharesPorts = process.platform === 'linux';

/**
 * Runs the role `mail` in MAIL_PROCESSES processes that share the SMTP ports; the kernel distributes connections. A
 * process that dies is replaced, and all end when this process dies. Throws StartError if one of them cannot start.
 */
export async function startMailProcesses(parts: {
  config: Config;
  url: string;
  log: Logger;
}): Promise<{ isServing(): boolean; metrics(): Promise<MetricValues[]>; stop(): Promise<void> }> {
  const { config, url, log } = parts;
  const processes = sharesPorts ? config.mail.processes : 1;
  if (processes < config.mail.processes)
    log.info(
      { event: 'mail.single_process' },
      'a single process receives mail, because ports can be shared only on Linux',
    );
  const environment: ProcessEnvironment = {
    DATABASE_URL: url,
    SMTP_PORT: await requireFreePort('SMTP_PORT', config.smtpPort, config.listenHost),
    SUBMISSION_PORT: await requireOptionalPort('SUBMISSION_PORT', config.submissionPort, config.listenHost),
    SUBMISSIONS_PORT: await requireOptionalPort('SUBMISSIONS_PORT', config.submissionsPort, config.listenHost),
    MAIL_CONNECTIONS: String(
      Math.max(3, Math.min(CONNECTIONS_PER_PROCESS, config.databasePool, Math.floor(CONNECTIONS / processes))),
    ),
  };
  const metrics = new ChildMetrics();

  function keep(): KeptProcess {
    return keepProcess({
      timeout: config.stuckProcessSeconds * 1000,
      launch() {
        const child = launch(config, environment);
        metrics.add(child);
        return child;
      },
      onStuck({ pid }) {
        log.error({ event: 'mail.process_stuck', pid }, 'killing a blocked mail process');
      },
      onDeath({ pid, code, signal, delay }) {
        replacedProcesses.inc({ process: 'mail' });
        log.error({ event: 'mail.process_died', pid, code, signal, delay }, 'a mail process died and will be replaced');
      },
    });
  }

  const kept = Array.from({ length: processes }, keep);

  async function stop(): Promise<void> {
    const stops = kept.map(async (one) => {
      const pid = one.child()?.pid;
      const end = await one.stop((child) => child.connected && child.disconnect());
      if (!end || end.code === 0) return;
      log.error({ event: 'mail.process_stop_failed', pid, ...end }, 'a mail process died while it finished its work');
    });
    await Promise.all(stops);
  }

  const starts = await Promise.allSettled(kept.map(({ started }) => started));
  const failed = starts.find((result) => result.status === 'rejected');
  if (failed) {
    await stop();
    const { reason } = failed;
    throw reason instanceof EndedAtStart
      ? new StartError(reason.report || `A mail process: ${reason.message}.`)
      : reason;
  }
  return { isServing: () => kept.some((one) => one.isReady()), metrics: () => metrics.collect(), stop };
}

/** Starts a mail process. The compile cache in `dataDir` makes the next start faster and saves memory. */
function launch({ dataDir, production }: Config, environment: ProcessEnvironment): ChildProcess {
  return fork(PROGRAM, {
    env: { NODE_COMPILE_CACHE: path.join(dataDir, 'compile-cache'), ...process.env, ...environment },
    execArgv: [...flags(production), ...HEARTBEAT_OPTIONS],
  });
}

/** Returns the port if no other program uses it; a shared port would hide the conflict. For 0, returns a free port. */
async function requireFreePort(setting: string, port: number, host: string): Promise<string> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw portError(error, port, setting);
  }
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  return String(typeof address === 'object' && address ? address.port : port);
}

/** Does the same for a service that 0 turns off. */
async function requireOptionalPort(setting: string, port: number, host: string): Promise<string> {
  return port === 0 ? '0' : requireFreePort(setting, port, host);
}
