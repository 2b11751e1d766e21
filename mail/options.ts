import { asciiDomain } from './message/address.ts';
import { LIMITS, type Limits } from './smtp-in/rate-limits.ts';

/** How this server names itself and behaves. Times are in milliseconds unless said. */
export interface MailOptions {
  /** The part after the @ of our addresses, ASCII or Unicode. */
  domain: string;
  /** The name in banner, EHLO and Received. */
  hostname: string;
  /** First signs, any verifies. */
  secrets: string[];
  /** Envelope sender of the host's own letters; where it is ours and nobody's address, it takes notices. */
  letters?: string;
  /** Where bodies above `memoryLimit` wait while they are received; swept at start. */
  spoolFolder: string;
  /** STARTTLS is announced only with a key. */
  tls?: { key: string | Buffer; cert: string | Buffer };
  /** Most bytes of a message; default 26214400. */
  size?: number;
  memoryLimit?: number;
  maxRecipients?: number;
  maxClients?: number;
  /** What differs from the limits in receive/limits.ts. */
  limits?: Partial<Limits>;
  /** Whether sending networks are limited; what one person may get always is. */
  networkLimits?: boolean;
  /** Zones of DNS block lists (RFC 5782); who stands in one is refused. */
  blockLists?: string[];
  /** Where messages are checked for spam, as Rspamd's /checkv2 does; empty for nowhere. */
  spamCheck?: string;
  /** How long a network that has not brought a message yet waits for the greeting. */
  greetingDelay?: number;
  /** Idle time of a client before 421; RFC 5321 4.5.3.2.7 asks for five minutes. */
  socketTimeout?: number;
  /** Longest a client takes from its arrival, or its last message, to the end of the next one: then 421. */
  messageTimeout?: number;
  /** How long close() waits for transactions under way. */
  closeTimeout?: number;
  /** Domains, lower-case, whose ARC chain may speak for mail that fails DMARC. */
  trustedSealers?: string[];
  /** Whether mail leaves with an ARC set of ours. */
  seal?: boolean;
  /** How long a sender waits for the destination before the message is queued. */
  budget?: number;
  /** How long an answer to the final dot is awaited; RFC 5321 4.5.3.2.6. */
  dotTimeout?: number;
  /** Seconds until a queued copy is given up. */
  queueSeconds?: number;
  /** Age in seconds at which a queued copy goes to its recipient's second inbox, where there is one. */
  backupSeconds?: number;
}

export type Settings = Required<Omit<MailOptions, 'tls' | 'limits'>> & Pick<MailOptions, 'tls'> & { limits: Limits };

/** The options with every default filled in and both names in lower-case ASCII. */
export function withDefaults(options: MailOptions): Settings {
  return {
    letters: '',
    size: 26_214_400,
    memoryLimit: 256 * 1024,
    maxRecipients: 100,
    maxClients: 1000,
    networkLimits: true,
    greetingDelay: 100,
    blockLists: [],
    spamCheck: '',
    socketTimeout: 300_000,
    messageTimeout: 1_800_000,
    closeTimeout: 25_000,
    budget: 20_000,
    dotTimeout: 600_000,
    queueSeconds: 5 * 86_400,
    backupSeconds: 4 * 3600,
    trustedSealers: [],
    seal: true,
    ...options,
    limits: { ...LIMITS, ...options.limits },
    domain: asciiDomain(options.domain),
    hostname: asciiDomain(options.hostname),
  };
}
