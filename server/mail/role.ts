import path from 'node:path';
import type { MailOptions } from '../../mail/options.ts';
import { createQueueRunner } from '../../mail/queue-runner.ts';
import { createMailServers, type MailServers } from '../../mail/server.ts';
import { senderAddress } from '../emails/shared/sender.ts';
import type { Config } from '../platform/config/config.ts';
import { portError } from '../platform/config/start-error.ts';
import { type OpenMailHost, type OpenMailHostOptions, openMailHost } from './host.ts';
import { loadTls, type Tls, watchTls } from './keys/tls.ts';
import { measureCertificate } from './metrics/certificate-metrics.ts';
import { pauseAfterRestore } from './queue/pause-rules.ts';
import { returnAddressSecrets } from './return-address-secrets.ts';

export interface MailParts extends OpenMailHostOptions {
  secrets: string[];
  /** A host that the process has already opened. By default the role opens one. */
  host?: OpenMailHost;
  /** Whether other processes listen on the same ports. */
  sharesPort?: boolean;
}

/** Returns the options of the mail library from the settings, without the certificate. */
export function mailOptions(config: Config, secrets: string[]): MailOptions {
  const { domain, hostname, options } = config.mail;
  // A name that the library does not know is a type error here.
  const passedOn: Pick<MailOptions, keyof typeof options> = options;
  return {
    ...passedOn,
    domain,
    hostname,
    secrets: returnAddressSecrets(secrets),
    systemSender: senderAddress(config.mail),
    spoolFolder: path.join(config.dataDir, 'spool'),
    networkLimits: config.rateLimits,
  };
}

/** The role `mail` of one process. */
export interface MailRole {
  /** Starts attempts of queued mail. Call it when the process is ready. */
  startQueue(): void;
  stop(): Promise<void>;
}

/** Starts the role `mail`: SMTP, and submission if its ports are on. The queue starts with `startQueue`. */
export async function startMail(parts: MailParts): Promise<MailRole> {
  const { config, secrets } = parts;
  const host = parts.host ?? (await openMailHost(parts));
  const { ports } = host;
  await pauseAfterRestore(parts.db, parts.log);
  const tls = await loadTls(config.tls, config.dataDir, config.mail.hostname, parts.log);
  const options: MailOptions = { ...mailOptions(config, secrets), tls };
  const queue = createQueueRunner(ports, options);
  const servers = createMailServers({ ...ports, direct: queue }, options);
  await listen(servers, parts);
  measureCertificate(tls.cert);
  const renew = (renewed: Tls) => {
    servers.setTls(renewed);
    measureCertificate(renewed.cert);
  };
  const unwatch = watchTls(config.tls, renew, parts.log, { shown: tls });
  return {
    startQueue: () => queue.start(),
    async stop() {
      unwatch();
      // The servers close first, because mail that they have received may still be queued.
      await servers.close();
      await queue.stop();
      if (!parts.host) await host.stop();
    },
  };
}

/** Listens on the configured ports; 0 turns submission off. Throws StartError if a port cannot be used. */
async function listen({ transfer, submission }: MailServers, { config, sharesPort = false }: MailParts): Promise<void> {
  const { listenHost: host, smtpPort, submissionPort, submissionsPort } = config;
  const services = [
    { setting: 'SMTP_PORT', port: smtpPort, server: transfer, implicitTls: false },
    {
      setting: 'SUBMISSION_PORT',
      port: submissionPort,
      server: submissionPort ? submission : null,
      implicitTls: false,
    },
    {
      setting: 'SUBMISSIONS_PORT',
      port: submissionsPort,
      server: submissionsPort ? submission : null,
      implicitTls: true,
    },
  ];
  for (const { setting, port, server, implicitTls } of services) {
    try {
      await server?.listen(port, { host, shared: sharesPort, implicitTls });
    } catch (error) {
      throw portError(error, port, setting);
    }
  }
}
