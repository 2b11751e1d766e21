import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { PlannedCopy } from '../forward/expand-recipients.ts';
import type { MailHost } from '../host.ts';
import { isDomainIn, splitAddress } from '../message/address.ts';
import { messageIdOf, threadIds } from '../message/threads/thread-ids.ts';
import type { Settings } from '../options.ts';
import { createRememberOnce } from '../returned/remember-once.ts';

/** Number of days for which the ids of correspondents are remembered; the same as for the ids of replies. */
const KEPT_DAYS = 180;
/** Number of ids of a message that are stored or looked up, newest first. */
const MAX_IDS = 20;
/** Last labels of host names inside a network (RFC 6762, RFC 8375, and labels that routers and companies use). */
const PRIVATE_ENDINGS = new Set('lan local localdomain localhost home internal intranet private corp arpa'.split(' '));
/**
 * Providers that also host mail for customers' own domains. Their ids are shared by many people and identify no one.
 */
const SHARED_DOMAINS = new Set(
  [
    'gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com me.com fastmail.com proton.me',
    'protonmail.com zoho.com',
  ].flatMap((line) => line.split(' ')),
);

/** The places where the owner writes, which an id can reveal. */
interface Origin {
  /** The inboxes of the handle. */
  inboxes: string[];
  /** The name of the client. */
  helo: string;
}

/**
 * Distinguishes, in References and In-Reply-To of submitted mail, the ids of correspondents from the ids of the owner's
 * programs, which name a computer or the provider of the inbox. Stores only ids that could be confused with the latter.
 */
export interface ThreadMemory {
  /** Remembers the ids of an accepted message. Never rejects. */
  received(copies: PlannedCopy[], head: Buffer): Promise<void>;
  /** Returns the ids in References and In-Reply-To that must be replaced, each with its `alias`. */
  replacements(head: Buffer, key: string, origin: Origin, alias: (id: string) => string): Promise<Map<string, string>>;
}

/** Creates the memory in the store of sender tokens. */
export function createThreadMemory(host: MailHost, { domain, hostname }: Settings): ThreadMemory {
  const known = createRememberOnce(host, KEPT_DAYS);
  const isTelling = (id: string, origin: Origin) => !isAt(id, [domain, hostname]) && namesOrigin(id, origin);

  return {
    async received(copies, head) {
      const owners = new Map(copies.filter(({ policy }) => policy?.keepsContacts).map((copy) => [copy.key, copy]));
      if (owners.size === 0) return;
      const ids = [messageIdOf(head), ...threadIds(head)].slice(0, MAX_IDS);
      for (const [key, { inboxes }] of owners) {
        const origin = { inboxes: inboxes.map(({ address }) => address), helo: '' };
        for (const id of ids) if (isTelling(id, origin)) await known.add(nameOf(key, id));
      }
    },

    async replacements(head, key, origin, alias) {
      const replaced = new Map<string, string>();
      for (const [at, id] of threadIds(head)
        .filter((one) => isTelling(one, origin))
        .entries()) {
        if (at < MAX_IDS && (await known.has(nameOf(key, id)))) continue;
        replaced.set(id, `<${alias(id)}@${hostname}>`);
      }
      return replaced;
    },
  };
}

/** Returns whether an id names a host inside a network, the client, or the domain of an inbox. */
export function namesOrigin(id: string, { inboxes, helo }: Origin): boolean {
  const host = hostOf(id);
  if (host === '') return false;
  if (!host.includes('.') || isIP(host.replace(/^\[(?:ipv6:)?|\]$/g, '')) > 0) return true;
  if (PRIVATE_ENDINGS.has(host.slice(host.lastIndexOf('.') + 1)) || host === helo.toLowerCase()) return true;
  const domains = inboxes.map((inbox) => splitAddress(inbox.toLowerCase())?.domain ?? '');
  return isAt(
    id,
    domains.filter((domain) => domain !== '' && !SHARED_DOMAINS.has(domain)),
  );
}

const hostOf = (id: string) => (splitAddress(id)?.domain ?? '').replace(/>$/, '').toLowerCase();
const isAt = (id: string, domains: string[]) => isDomainIn(hostOf(id), domains);

/** Returns the name under which an id of a handle is stored. Nothing else about the thread is stored. */
function nameOf(key: string, id: string): string {
  return createHash('sha256').update(`thread id\n${key}\n${id}`).digest('base64url');
}
