import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import { InMemoryDuplicateSuppression } from '../../mail/delivery/dedup.ts';
import type { AutoReplies } from '../../mail/host/auto-replies.ts';
import type { Directory, Resolution } from '../../mail/host/directory.ts';
import type { QueueStore } from '../../mail/host/queue-store.ts';
import type { DeliveryStep } from '../../mail/host/recorder.ts';
import type { ReceivedReport } from '../../mail/host/report-store.ts';
import type { Log, Resolver, SigningKey } from '../../mail/host/runtime.ts';
import type { Greylist, SharedCounters } from '../../mail/host/shared-state.ts';
import type { SubmissionPolicy } from '../../mail/host/submission-policy.ts';
import type { Transport } from '../../mail/host/transport.ts';
import type { MailHost } from '../../mail/host.ts';
import type { MailOptions } from '../../mail/options.ts';
import { createMailServers } from '../../mail/server.ts';
import { createRelay } from '../../mail/smtp-out/relay.ts';
import { createMemoryContacts, type MemoryContacts } from './memory-contacts.ts';
import { createMemoryQueue, createMemoryTokens, type MemoryQueue } from './memory-queue.ts';
import type { FakeSubmission } from './submission-policy.ts';

export const DOMAIN = 'handles.test';
export const HOSTNAME = 'mx.handles.test';

/** The recipients: alice and bob forward to one inbox each, postmaster to two. The lookup of `maybe` throws. */
const RECIPIENTS: Record<string, Resolution> = {
  alice: { kind: 'forward', destination: 'alice.inbox@elsewhere.test', key: 'alice' },
  bob: { kind: 'forward', destination: 'bob.inbox@other.test', key: 'bob' },
  twin: { kind: 'forward', destination: 'alice.inbox@elsewhere.test', key: 'twin' },
  'dmarc-reports': { kind: 'reports', key: 'dmarc-reports' },
  postmaster: { kind: 'fanout', destinations: ['one@admins.test', 'two@admins.test'], key: 'postmaster' },
};

export interface MailServer extends AsyncDisposable {
  port: number;
  /** Ports of message submission: with STARTTLS, and with implicit TLS; 0 without `submission`. */
  submissionPort: number;
  submissionsPort: number;
  inbox: Inbox;
  recipients: Record<string, Resolution>;
  contacts: MemoryContacts;
  queue: MemoryQueue;
  host: MailHost;
  options: MailOptions;
  log: string[];
  /** The recorded delivery steps, by id of the copy. */
  deliveries: Map<string, DeliveryStep[]>;
  alarms: string[];
  /** The stored reports. */
  reports: ReceivedReport[];
  /** Advances the clock by a number of seconds. */
  advance(seconds: number): void;
  setTls(tls: { key: string; cert: string }): void;
  /** Messages that reached the submission pipeline. */
  submitted(): FakeSubmission['submitted'];
  close(): Promise<void>;
}

export interface MailServerChanges {
  options?: Partial<MailOptions>;
  transport?: (inbox: Inbox) => Transport;
  queue?: QueueStore;
  /** DNS; by default SPF passes for each domain below .test. */
  resolver?: Resolver;
  rates?: SharedCounters;
  greylist?: Greylist;
  autoReplies?: AutoReplies;
  /** Starts message submission, which requires `options.tls`. */
  submission?: SubmissionPolicy & Partial<FakeSubmission>;
  /** Initial time of the clock; the current time by default. */
  at?: Date;
}

/** The key of every server: creating one takes longer than most tests. */
const KEY: SigningKey = {
  selector: 'test',
  privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
};

/** A DNS in which SPF passes for each domain below .test, and no other record exists. */
const permissiveDns: Resolver = {
  resolve: async (name, type) => {
    if (type === 'TXT' && /^[a-z0-9.-]+\.test$/.test(name)) return [['v=spf1 ip4:127.0.0.1 -all']];
    throw Object.assign(new Error(`query${type} ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  },
};

/** Starts a complete mail server on a free port, with a fake inbox as destination and all state in memory. */
export async function startMailServer(changes: MailServerChanges = {}): Promise<MailServer> {
  const inbox = await startInbox();
  const spoolFolder = await mkdtemp(join(tmpdir(), 'mail-server-'));
  const start = changes.at?.getTime() ?? Date.now();
  let elapsed = 0;
  const clock = () => new Date(start + elapsed);
  const recipients = { ...RECIPIENTS };
  const log: string[] = [];
  const memory = createMemoryQueue(clock);
  const directory: Directory = {
    async resolve(local) {
      const name = local.replace(/\+.*/, '');
      if (name === 'maybe') throw new Error('the database is unavailable');
      return recipients[name] ?? { kind: 'refuse', code: 550, enhanced: '5.1.1', text: 'No such address here' };
    },
  };
  const contacts = createMemoryContacts(directory, DOMAIN);
  const options: MailOptions = {
    domain: DOMAIN,
    hostname: HOSTNAME,
    secrets: ['first secret', 'second secret'],
    spoolFolder,
    budget: 2000,
    closeTimeout: 2000,
    greetingDelay: 0,
    ...changes.options,
  };
  const transport =
    changes.transport?.(inbox) ??
    createRelay(`smtp://127.0.0.1:${inbox.port}`, { hostname: HOSTNAME, timeouts: { connect: 5000 } });
  const queue = changes.queue ?? memory;
  const deliveries = new Map<string, DeliveryStep[]>();
  const alarms: string[] = [];
  const reports: ReceivedReport[] = [];
  const host: MailHost = {
    directory,
    contacts,
    queue,
    senderTokens: createMemoryTokens(clock),
    submission: changes.submission ?? null,
    sentMail: { recipientOf: async ({ id }) => recipientIn(deliveries.get(id)) },
    transport,
    resolver: changes.resolver ?? permissiveDns,
    signingKey: () => KEY,
    recorder: {
      record: (id, step) => void deliveries.set(id, [...(deliveries.get(id) ?? []), step]),
      alarm: (kind, host, text) => void alarms.push(`${kind} ${host} ${text}`),
      limitReached: (key, limit) => void alarms.push(`limit ${key} ${limit}`),
    },
    counters: changes.rates ?? { take: () => true },
    greylist: changes.greylist ?? null,
    duplicates: new InMemoryDuplicateSuppression(() => performance.now()),
    ...(changes.autoReplies && { autoReplies: changes.autoReplies }),
    reports: {
      async store(report) {
        reports.push(report);
        return 'stored';
      },
    },
    clock,
    log: recorder(log),
  };
  const { submission } = changes;
  const accept = submission?.accept;
  const servers = createMailServers(host, options, accept && (() => accept));
  const { port } = await servers.transfer.listen(0);
  const submissionPort = (await servers.submission?.listen(0))?.port ?? 0;
  const submissionsPort = (await servers.submission?.listen(0, { implicitTls: true }))?.port ?? 0;
  const close = async () => {
    await servers.close();
    await transport.close();
    await inbox.close();
    await rm(spoolFolder, { recursive: true, force: true });
  };
  return {
    port,
    submissionPort,
    submissionsPort,
    inbox,
    recipients,
    contacts,
    queue: memory,
    host,
    options,
    log,
    deliveries,
    alarms,
    reports,
    advance(seconds) {
      elapsed += seconds * 1000;
    },
    submitted: () => submission?.submitted ?? [],
    setTls: (tls) => servers.setTls(tls),
    close: () => servers.close(),
    [Symbol.asyncDispose]: close,
  };
}

function recipientIn(steps: DeliveryStep[] = []): string | null {
  const received = steps.find((step) => step.step === 'received');
  return received?.recipient ?? null;
}

function recorder(lines: string[]): Log {
  const write = (details: object, text: string) => {
    lines.push(`${text} ${JSON.stringify(details)}`);
  };
  return { debug: write, info: write, warn: write, error: write };
}
