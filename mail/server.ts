import { cachedResolver } from './authenticate/dns-cache.ts';
import type { MailHost } from './host.ts';
import { type MailOptions, type Settings, withDefaults } from './options.ts';
import { createPipeline } from './pipeline.ts';
import { createReplyPipeline } from './reply/reply-pipeline.ts';
import { withReports } from './reports/receive-report.ts';
import { withReturnedMail } from './returned/receive-returned-mail.ts';
import { Srs } from './rewrite/srs.ts';
import { createDnsblLookup } from './smtp-in/checks/dnsbl.ts';
import type { SmtpServerContext } from './smtp-in/context.ts';
import { type Certificate, SmtpServer } from './smtp-in/server.ts';
import { submissionProfile, transferProfile } from './smtp-in/service-profile.ts';
import { MemoryBudget, sweepSpool } from './smtp-in/spool.ts';
import { createSubmissionPipeline } from './submission/submission-pipeline.ts';
import type { Accept } from './transaction.ts';

/**
 * Limit for the bytes of all messages in memory; above it, a message is spooled to disk once its header is complete.
 */
const MEMORY_BUDGET = 16 * 1024 * 1024;

/** Creates the pipeline of submitted mail. */
export type CreateSubmissionPipeline = (host: MailHost, settings: Settings, srs: Srs) => Accept;

/** The SMTP servers of a process. */
export interface MailServers {
  /** Forwards mail for our addresses: delivers while the sender waits, and queues mail that it cannot deliver. */
  transfer: SmtpServer;
  /** Sends mail for our users (RFC 6409); null if the host has no submission or no certificate. */
  submission: SmtpServer | null;
  /** Sets the certificate for new TLS sessions. */
  setTls(certificate: Certificate): void;
  close(): Promise<void>;
}

/** Creates the SMTP servers of a forwarding host. */
export function createMailServers(
  host: MailHost,
  options: MailOptions,
  createSubmission: CreateSubmissionPipeline = createSubmissionPipeline,
): MailServers {
  const settings = withDefaults(options);
  const { domain, secrets, blockLists, spoolFolder } = settings;
  const { clock, log, senderTokens } = host;
  // One DNS cache for authentication and block lists.
  const resolver = cachedResolver(host.resolver);
  const srs = new Srs({ domain, secrets, tokens: senderTokens, clock });
  const pipelineHost = { ...host, resolver };
  let swept: Promise<void> | undefined;
  const prepareSpool = () => {
    swept ??= sweepSpool(spoolFolder);
    return swept;
  };
  const shared = { ...host, memory: new MemoryBudget(MEMORY_BUDGET), prepareSpool };

  function createTransferServer(): SmtpServer {
    const context = {
      ...shared,
      settings,
      findListing: createDnsblLookup(blockLists, resolver, log),
      readReturnAddress: (local: string) => srs.read(local),
    };
    const pipeline = createPipeline(pipelineHost, settings, srs);
    const returned = withReturnedMail(pipeline, pipelineHost, settings, srs);
    const forward = withReports(returned, pipelineHost, settings, srs);
    const submit = createSubmission(pipelineHost, settings, srs);
    const accept = createReplyPipeline(pipelineHost, settings, { submit, forward });
    return new SmtpServer(context, transferProfile(context, accept));
  }

  function createSubmissionServer(): SmtpServer | null {
    if (!host.submission || !settings.tls) return null;
    const { maxSubmissionRecipients: maxRecipients, maxSubmissionClients: maxClients } = settings;
    const context: SmtpServerContext = {
      ...shared,
      settings: { ...settings, maxRecipients, maxClients, greetingDelay: 0 },
    };
    const accept = createSubmission(pipelineHost, settings, srs);
    return new SmtpServer(context, submissionProfile(context, host.submission, accept));
  }

  const [transfer, submission] = [createTransferServer(), createSubmissionServer()];
  return {
    transfer,
    submission,
    setTls(certificate) {
      transfer.setTls(certificate);
      submission?.setTls(certificate);
    },
    async close() {
      await Promise.all([transfer.close(), submission?.close()]);
    },
  };
}
