import path from 'node:path';
import type { MailOptions } from '../../mail/options.ts';
import { createQueueRunner } from '../../mail/queue-runner.ts';
import { createMailServer } from '../../mail/server.ts';
import { keysFor } from '../plumbing/secrets.ts';
import { portError } from '../plumbing/start-error.ts';
import { loadTls, watchTls } from '../plumbing/tls.ts';
import { senderOfLetters } from './letter-sender.ts';
import { type MailHost, type MailHostParts, openMailHost } from './mail-ports.ts';
import { pauseAfterRestore } from './queue-pause-rules.ts';

export interface MailParts extends MailHostParts {
  secrets: string[];
  /** What the process has open already; without it the role opens its own. */
  host?: MailHost;
  /** Other processes listen on SMTP_PORT too. */
  sharesPort?: boolean;
}

/** Starts the role `mail`: SMTP on SMTP_PORT, and the queue. */
export async function startMail(parts: MailParts): Promise<{ stop(): Promise<void> }> {
  const { config, secrets } = parts;
  const host = parts.host ?? (await openMailHost(parts));
  const { ports } = host;
  await pauseAfterRestore(parts.db, parts.log);
  const options: MailOptions = {
    domain: config.mail.domain,
    hostname: config.mail.hostname,
    secrets: keysFor(secrets, 'senders').map((key) => key.toString('hex')),
    letters: senderOfLetters(config),
    spoolFolder: path.join(config.dataDir, 'spool'),
    tls: await loadTls(config.tls, config.dataDir, config.mail.hostname),
    networkLimits: config.rateLimits,
    ...(config.mail.inboxHourly && { limits: { recipient: config.mail.inboxHourly, inbox: config.mail.inboxHourly } }),
    blockLists: config.mail.blockLists,
    spamCheck: config.mail.spamCheck?.href ?? '',
    budget: config.mail.budgetSeconds * 1000,
    queueSeconds: config.mail.queueDays * 86_400,
    seal: config.mail.seal,
    trustedSealers: config.mail.trustedSealers,
  };
  const server = createMailServer(ports, options);
  const queue = createQueueRunner(ports, options);
  try {
    await server.listen(config.smtpPort, config.listenHost, parts.sharesPort);
  } catch (error) {
    throw portError(error, config.smtpPort, 'SMTP_PORT');
  }
  const unwatch = watchTls(config.tls, (tls) => server.setTls(tls), parts.log);
  queue.start();
  return {
    async stop() {
      unwatch();
      // The door first: what it took may still go to the queue.
      await server.close();
      await queue.stop();
      if (!parts.host) await host.stop();
    },
  };
}
