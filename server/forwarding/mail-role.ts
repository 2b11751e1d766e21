import { createPrivateKey } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import type { MailOptions } from '../../mail/options.ts';
import type { MailPorts, WayOut } from '../../mail/ports.ts';
import { createQueueRunner } from '../../mail/queue-runner.ts';
import { createMailServer } from '../../mail/server.ts';
import type { Clock } from '../plumbing/clock.ts';
import type { Config } from '../plumbing/config.ts';
import type { Database } from '../plumbing/database.ts';
import { signingKey } from '../plumbing/dkim-keys.ts';
import type { Logger } from '../plumbing/log.ts';
import { keysFor } from '../plumbing/secrets.ts';
import { portError } from '../plumbing/start-error.ts';
import { loadTls } from '../plumbing/tls.ts';
import { createRecorder } from './flight-recorder.ts';
import { createDirectory, createResolver } from './mail-host.ts';
import { createQueueStore } from './queue-store.ts';
import { createRates } from './rates.ts';
import { createSenderTokens } from './sender-tokens.ts';

export interface MailParts {
  config: Config;
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  secrets: string[];
  wayOut: WayOut;
  /** Other processes listen on SMTP_PORT too. */
  sharesPort?: boolean;
}

/** What the mail library asks of us. */
export async function mailPorts(parts: Omit<MailParts, 'secrets'>): Promise<MailPorts> {
  const { config, db, pool, clock, log, wayOut } = parts;
  const { selector, privateKey } = await signingKey(config.mail.dkimKeys, clock());
  const key = { selector, privateKey: createPrivateKey(privateKey) };
  return {
    directory: createDirectory(db, config.adminEmails),
    queue: createQueueStore(pool),
    tokens: createSenderTokens(pool),
    wayOut,
    resolver: createResolver(config),
    signingKey: () => key,
    recorder: createRecorder(log),
    rates: createRates(),
    greylist: null,
    clock: { now: clock },
    log,
  };
}

/** Starts the role `mail`: SMTP on SMTP_PORT, and the queue. */
export async function startMail(parts: MailParts): Promise<{ stop(): Promise<void> }> {
  const { config, secrets } = parts;
  const ports = await mailPorts(parts);
  const options: MailOptions = {
    domain: config.mail.domain,
    hostname: config.mail.hostname,
    secrets: keysFor(secrets, 'senders').map((key) => key.toString('hex')),
    spoolFolder: path.join(config.dataDir, 'spool'),
    tls: await loadTls(config.tls, config.dataDir, config.mail.hostname),
    budget: config.mail.budgetSeconds * 1000,
    queueSeconds: config.mail.queueDays * 86_400,
  };
  const server = createMailServer(ports, options);
  const queue = createQueueRunner(ports, options);
  try {
    await server.listen(config.smtpPort, config.listenHost, parts.sharesPort);
  } catch (error) {
    throw portError(error, config.smtpPort, 'SMTP_PORT');
  }
  queue.start();
  return {
    async stop() {
      // The door first: what it took may still go to the queue.
      await server.close();
      await queue.stop();
    },
  };
}
