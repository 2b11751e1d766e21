import { asciiDomain } from './message/address.ts';
import { DAY_SECONDS, HOUR_SECONDS } from './message/time.ts';

/** Names and behaviour of this server. Times are in milliseconds unless noted. */
export interface MailOptions {
  /** The part after the @ of our addresses, ASCII or Unicode. */
  domain: string;
  /** The name in banner, EHLO and Received. */
  hostname: string;
  /** The first secret signs; any of them verifies. */
  secrets: string[];
  /** Envelope sender of system emails. If this address is in our domain and no recipient has it, it accepts bounces. */
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
  /** Overrides for LIMITS. */
  limits?: Partial<Limits>;
  /** Whether limits by network apply; limits by recipient always do. */
  networkLimits?: boolean;
  /** Zones of DNS block lists (RFC 5782). Listed clients are rejected. */
  blockLists?: string[];
  /** URL of a spam checker with the protocol of Rspamd's /checkv2; empty for no spam check. */
  spamCheck?: string;
  /** Delay before the greeting for networks that have not delivered a message yet. */
  greetingDelay?: number;
  /** Idle time of a client before 421; RFC 5321 4.5.3.2.7 asks for five minutes. */
  socketTimeout?: number;
  /** Maximum time from connect, or the last message, to the end of the next message; then 421. */
  messageTimeout?: number;
  /** Maximum time from connect to authentication, where it is required; then 421. */
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
  /** Age in seconds at which a queued copy is tried at the recipient's second inbox, if the recipient has one. */
  backupSeconds?: number;
}

export type Settings = Required<Omit<MailOptions, 'tls' | 'limits'>> & Pick<MailOptions, 'tls'> & { limits: Limits };

/** Limits on incoming mail. */
export interface Limits {
  /** Concurrent connections from one network; above this limit the longest idle connection is closed. */
  connections: number;
  connectionsPerMinute: number;
  /** Messages per hour from one network, and from one sender in one network. */
  messagesPerNetwork: number;
  messagesPerSender: number;
  /** Messages per hour for one recipient, and for one destination inbox. */
  messagesPerRecipient: number;
  messagesPerInbox: number;
  /** Unknown recipients per hour that one network may name. */
  unknownRecipients: number;
  /** Rejected recipients per session, after which replies are delayed by a second. */
  slowAfterRefusals: number;
  /** Rejected recipients per session, after which the connection is closed. */
  maxRefusals: number;
  /** NOOP, RSET, VRFY, HELP, HELO and EHLO commands since the last message. */
  maxIdleCommands: number;
  /** Syntax and sequence errors in one session. */
  maxErrors: number;
  /** If no connection is free, a transfer slower than `minBytesPerSecond` for this long is closed. */
  slowTransferSeconds: number;
  minBytesPerSecond: number;
  /** Failed logins in ten minutes: from one network, and of one user name in one network with different passwords. */
  failedLoginsPerNetwork: number;
  failedLoginsPerUser: number;
  /** Total failed logins per minute, above which replies to them are slower. */
  failedLoginsPerMinute: number;
  /** Delay in milliseconds of the reply to a failed login: normally, and above `failedLoginsPerMinute`. */
  failedLoginDelay: number;
  slowFailedLoginDelay: number;
  /** Failed logins after which a session is closed; at least 3 (RFC 4954 4). */
  maxFailedLogins: number;
}

/**
 * The limits per network exceed what a large provider's server sends. The limits per inbox are the most that large
 * providers accept from one forwarder; more would harm the reputation of this server.
 */
export const LIMITS: Limits = {
  connections: 250,
  connectionsPerMinute: 6000,
  messagesPerNetwork: 100_000,
  messagesPerSender: 50_000,
  messagesPerRecipient: 500,
  messagesPerInbox: 500,
  unknownRecipients: 1000,
  slowAfterRefusals: 30,
  maxRefusals: 60,
  maxIdleCommands: 100,
  maxErrors: 40,
  slowTransferSeconds: 30,
  minBytesPerSecond: 500,
  failedLoginsPerNetwork: 100,
  failedLoginsPerUser: 10,
  failedLoginsPerMinute: 300,
  failedLoginDelay: 1000,
  slowFailedLoginDelay: 5000,
  maxFailedLogins: 3,
};

/** Returns the options with every default filled in and both names in lower-case ASCII. */
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
    backupSeconds: 4 * HOUR_SECONDS,
    trustedSealers: [],
    seal: true,
    ...options,
    limits: { ...LIMITS, ...options.limits },
    domain: asciiDomain(options.domain),
    hostname: asciiDomain(options.hostname),
  };
}
