import { asciiDomain } from './message/address.ts';
import { DAY_SECONDS } from './message/time.ts';
import { LIMITS, type Limits } from './smtp-in/limits.ts';

/** Names and behaviour of this server. Times are in milliseconds unless noted. */
export interface MailOptions {
  /** The part after the @ of our addresses, ASCII or Unicode. */
  domain: string;
  /** The name in banner, EHLO and Received. */
  hostname: string;
  /** First signs, any verifies. */
  secrets: string[];
  /** Envelope sender of system emails. If it is in our domain and not a recipient, it accepts bounces. */
  systemSender?: string;
  /** Folder for bodies above `memoryLimit`; stale files are removed at start. */
  spoolFolder: string;
  /** STARTTLS is announced only with a key; submission requires one. */
  tls?: { key: string | Buffer; cert: string | Buffer };
  /** Maximum bytes of a message; default 26214400. */
  size?: number;
  memoryLimit?: number;
  maxRecipients?: number;
  maxClients?: number;
  /** The same for message submission: recipients of a message, and connections. */
  maxSubmissionRecipients?: number;
  maxSubmissionClients?: number;
  /** Overrides for LIMITS in smtp-in/limits.ts. */
  limits?: Partial<Limits>;
  /** Whether limits by network apply; limits by recipient always do. */
  networkLimits?: boolean;
  /** Zones of DNS block lists (RFC 5782); listed clients are rejected. */
  blockLists?: string[];
  /** URL of a spam check with the protocol of Rspamd's /checkv2; empty for none. */
  spamCheck?: string;
  /** Delay before the greeting for networks that have not delivered a message yet. */
  greetingDelay?: number;
  /** Idle time of a client before 421; RFC 5321 4.5.3.2.7 asks for five minutes. */
  socketTimeout?: number;
  /** Maximum time from connect, or the last message, to the end of the next message; then 421. */
  messageTimeout?: number;
  /** Maximum time from connect to a login, where one is required; then 421. */
  loginTimeout?: number;
  /** Maximum time that close() waits for running transactions. */
  closeTimeout?: number;
  /** Domains, lower-case, whose ARC chain may vouch for mail that fails DMARC. */
  trustedSealers?: string[];
  /** Whether forwarded mail gets an ARC set. */
  seal?: boolean;
  /** Maximum time that a sender waits for the destination before the message is queued. */
  budget?: number;
  /** Timeout for the reply to the final dot (RFC 5321 4.5.3.2.6). */
  dotTimeout?: number;
  /** Seconds until a queued copy fails permanently. */
  queueSeconds?: number;
  /** Age in seconds at which a queued copy is tried at the recipient's second inbox, if there is one. */
  backupSeconds?: number;
}

export type Settings = Required<Omit<MailOptions, 'tls' | 'limits'>> & Pick<MailOptions, 'tls'> & { limits: Limits };

/** The options with every default filled in and both names in lower-case ASCII. */
export function withDefaults(options: MailOptions): Settings {
  return {
    systemSender: '',
    size: 26_214_400,
    memoryLimit: 256 * 1024,
    maxRecipients: 100,
    maxClients: 1000,
    maxSubmissionRecipients: 50,
    maxSubmissionClients: 400,
    networkLimits: true,
    greetingDelay: 100,
    blockLists: [],
    spamCheck: '',
    socketTimeout: 300_000,
    messageTimeout: 1_800_000,
    loginTimeout: 120_000,
    closeTimeout: 25_000,
    budget: 20_000,
    dotTimeout: 600_000,
    queueSeconds: 5 * DAY_SECONDS,
    backupSeconds: 4 * 3600,
    trustedSealers: [],
    seal: true,
    ...options,
    limits: { ...LIMITS, ...options.limits },
    domain: asciiDomain(options.domain),
    hostname: asciiDomain(options.hostname),
  };
}
