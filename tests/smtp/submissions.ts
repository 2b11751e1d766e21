import type { SubmissionPolicy, SubmissionRefusal } from '../../mail/host/submission-policy.ts';
import { headerEnd } from '../../mail/message/header.ts';
import { bodyFromBuffer } from '../../mail/message/message.ts';
import { newId } from '../../mail/message/message-id.ts';
import { withDefaults } from '../../mail/options.ts';
import { Srs } from '../../mail/rewrite/srs.ts';
import { createSubmissionPipeline } from '../../mail/submission/submission-pipeline.ts';
import type { Transaction } from '../../mail/transaction.ts';
import { DOMAIN, type MailServer, type MailServerChanges, startMailServer } from './mail-server.ts';
import { running } from './queued.ts';
import { dnsWith, verified } from './signed-senders.ts';

/** The inbox of alice, which no recipient may learn. */
export const INBOX = 'owner.private@mail.example';
const SUBMITTER = { passwordId: 1, key: 'alice', address: `alice@${DOMAIN}` };

/** A policy that allows everything and records its calls. */
export interface TestPolicy extends SubmissionPolicy {
  refusals: { check: SubmissionRefusal | null; reserve: SubmissionRefusal | null };
  dead: Set<string>;
  /** The recipients counted. */
  reserved: number;
  /** The counted failures: recipient, code, and "hard" if the mailbox does not exist. */
  bounces: string[];
}

function testPolicy(): TestPolicy {
  const policy: TestPolicy = {
    refusals: { check: null, reserve: null },
    dead: new Set(),
    reserved: 0,
    bounces: [],
    authenticate: async () => SUBMITTER,
    check: async () => policy.refusals.check,
    suppressed: async (_key, recipients) => new Set(recipients.filter((one) => policy.dead.has(one))),
    async reserve(_key, recipients) {
      if (!policy.refusals.reserve) policy.reserved += recipients;
      return policy.refusals.reserve;
    },
    inboxOf: async (key) => (key === 'alice' ? INBOX : null),
    hiddenAddressesOf: async (key) => (key === 'alice' ? [INBOX] : []),
    bounced: (key, recipient, enhanced, hard, isCounted = true) =>
      void policy.bounces.push(`${key} ${recipient} ${enhanced}${hard ? ' hard' : ''}${isCounted ? '' : ' uncounted'}`),
  };
  return policy;
}

export interface SubmissionServer extends MailServer {
  policy: TestPolicy;
}

/** Starts a mail server whose queue runs, and whose handle alice may send. */
export async function startSubmissionServer(changes: MailServerChanges = {}): Promise<SubmissionServer> {
  const policy = testPolicy();
  const server = await startMailServer({ submission: policy, ...changes });
  const runner = await running(server);
  server.host.direct = runner;
  const dispose = server[Symbol.asyncDispose].bind(server);
  return Object.assign(server, {
    policy,
    async [Symbol.asyncDispose]() {
      await runner.stop();
      await dispose();
    },
  });
}

/** Submits a message as alice, after AUTH. Returns the text of the 250 reply; rejects with an SmtpReplyError. */
export async function submit(
  server: MailServer,
  text: string | Buffer,
  to: string[],
  changes: Partial<Transaction> = {},
): Promise<string> {
  const { host } = server;
  const settings = withDefaults(server.options);
  const srs = srsOf(server);
  const bytes = Buffer.from(text as string);
  return createSubmissionPipeline(
    host,
    settings,
    srs,
  )(
    { head: bytes.subarray(0, headerEnd(bytes)), body: bodyFromBuffer(bytes), discard: async () => {} },
    {
      id: newId(host.clock()),
      from: SUBMITTER.address,
      recipients: to.map((address) => ({ kind: 'remote', address })),
      client: { address: '198.51.100.77', helo: 'laptop.home.example', protocol: 'ESMTPSA' },
      submitter: SUBMITTER,
      utf8: false,
      isGone: () => false,
      ...changes,
    },
  );
}

export function srsOf({ host, options }: MailServer): Srs {
  return new Srs({ domain: DOMAIN, secrets: options.secrets, tokens: host.senderTokens, clock: host.clock });
}

export const MAIL =
  `From: Alice <alice@${DOMAIN}>\r\nTo: bob@receiver.test\r\nSubject: Lunch\r\n` +
  `Date: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1@${DOMAIN}>\r\n\r\nAt noon?\r\n`;

const RECORDS = {
  [`TXT ${DOMAIN}`]: 'v=spf1 ip4:192.0.2.1 -all',
  [`TXT _dmarc.${DOMAIN}`]: 'v=DMARC1; p=reject; aspf=s; adkim=s',
};

/** Returns the results of SPF, DKIM and DMARC at the receiver. */
export async function resultsAtReceiver(server: SubmissionServer, bytes: Buffer = Buffer.alloc(0)) {
  const { dkim, spf, dmarc } = await verified(
    bytes,
    dnsWith(RECORDS, () => server),
  );
  const signers = dkim.results.map(({ status, signingDomain }) => `${status.result} ${signingDomain}`);
  return { dkim: signers, spf: (spf || undefined)?.status.result, dmarc: (dmarc || undefined)?.status.result };
}
