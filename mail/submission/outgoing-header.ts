import { splitAddress } from '../message/address.ts';
import { type Field, fields, fieldValue } from '../message/header.ts';
import { decodeEncodedWords } from '../message/mailbox.ts';
import { domainsOf, showsInbox } from '../message/same-inbox.ts';
import { isThreadField, withThreadIds } from '../message/threads/thread-ids.ts';
import { isSenderRedundant } from './own-address.ts';

/** The origin of a submitted message, which its header must not show. */
export interface SubmissionOrigin {
  /** Addresses of the owner: the inboxes of the handle, and the address of the account. */
  hidden: string[];
  /** IP address and HELO name of the client. */
  client: { address: string; helo: string };
}

export interface OutgoingHeaderOptions extends SubmissionOrigin {
  domain: string;
  hostname: string;
  /** Id and RFC 3848 keyword for Received. */
  id: string;
  protocol: string;
  /** The date in the form of RFC 5322. */
  date: string;
  /** Returns the left part of the Message-ID that replaces this one; always the same for the same id. */
  alias(messageId: string): string;
  /** Replacements for ids in References and In-Reply-To. */
  threadIds: ReadonlyMap<string, string>;
}

/** Fields that the author wrote for the recipients, or that define how the body is decoded. They stay unchanged. */
const AUTHORED = new Set([
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'in-reply-to',
  'references',
  'comments',
  'keywords',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
  'content-language',
]);

/** Hidden recipients, results of earlier servers, and fields in which mail programs and servers name the account or client. */
const REMOVED = new Set([
  'bcc',
  'resent-bcc',
  'received',
  'return-path',
  'delivered-to',
  'envelope-to',
  'apparently-to',
  'apparently-from',
  'feedback-id',
  'authentication-results',
  'received-spf',
  'dkim-signature',
  'domainkey-signature',
  'resent-message-id',
  'x-received',
  'x-sender',
  'x-x-sender',
  'x-original-sender',
  'x-original-to',
  'x-original-from',
  'x-real-to',
  'x-account-key',
  'x-identity-key',
  'x-uidl',
  'x-sender-ip',
  'x-client-ip',
  'x-sourceip',
  'x-source-ip',
  'x-php-originating-script',
  'x-get-message-sender-via',
  'x-antiabuse',
  'x-nameplate-authentication',
]);
const REMOVED_PREFIXES = [
  'arc-',
  'x-envelope-',
  'x-forwarded-',
  'x-google-',
  'x-gm-',
  'x-gmail-',
  'x-ms-',
  'x-microsoft-',
  'x-forefront-',
  'x-apple-',
  'x-icloud-',
  'x-yahoo-',
  'x-ymail-',
  'x-mozilla-',
  'x-spam',
  'x-me-',
  'x-provags-',
  'x-ui-',
  'x-yandex-',
  'x-mailru-',
  'x-zoho-',
  'x-proofpoint-',
];
/**
 * Words that appear in the names of X- fields about the author's account, client or network, such as X-Source-Dir and
 * X-Webmail-User.
 */
const REMOVED_WORDS = new Set([
  'account',
  'auth',
  'authenticated',
  'authentication',
  'bcc',
  'client',
  'helo',
  'host',
  'hostname',
  'identity',
  'ip',
  'ipaddress',
  'local',
  'login',
  'origin',
  'originating',
  'peer',
  'proxy',
  'remote',
  'sasl',
  'source',
  'trace',
  'user',
  'userid',
  'userinfo',
  'username',
]);

/** Characters around an address, or around the parts of a text that contains one. */
const DELIMITERS = " <>,;:()[]=/?&'`|{}!";
const MAX_LOCAL_PART = 128;

/**
 * Returns the outgoing header of a submitted message. Date and Message-ID are present, and no field reveals the owner's
 * inbox, client or network. Lines that are not fields are removed, because programs disagree about where such a header
 * ends.
 */
export function outgoingHeader(head: Buffer, options: OutgoingHeaderOptions): Buffer {
  const { hostname, id, protocol, date } = options;
  const all = fields(head);
  const has = (name: string) => all.some((field) => field.name === name);
  const hidden = hiddenTexts(options);
  const dropSender = has('sender') && isSenderRedundant(head);
  const kept = all.filter(
    (field) =>
      field.name !== 'message-id' &&
      !(field.name === 'sender' && dropSender) &&
      !isRemoved(field.name) &&
      (AUTHORED.has(field.name) || !hidden(head, field)),
  );
  const added = [
    `Received: by ${hostname} with ${protocol} id ${id};\r\n\t${date}\r\n`,
    ...(has('date') ? [] : [`Date: ${date}\r\n`]),
    `Message-ID: ${messageId(head, options)}\r\n`,
  ];
  const end = all.at(-1)?.end ?? 0;
  return Buffer.concat([
    Buffer.from(added.join('')),
    ...kept.map((field) => {
      const bytes = head.subarray(field.start, field.end);
      return isThreadField(field) ? withThreadIds(bytes, options.threadIds) : bytes;
    }),
    head.subarray(end),
  ]);
}

function isRemoved(name: string): boolean {
  if (name === '' || REMOVED.has(name) || REMOVED_PREFIXES.some((prefix) => name.startsWith(prefix))) return true;
  return name.startsWith('x-') && name.split(/[-_]/).some((word) => REMOVED_WORDS.has(word));
}

/**
 * Creates a function that checks whether a field names the owner or, in a field specific to the mail program, the
 * client.
 */
function hiddenTexts({ hidden, client }: SubmissionOrigin): (head: Buffer, field: Field) => boolean {
  const clients = [client.address, client.helo.replace(/^\[(ipv6:)?|\]$/gi, '')]
    .map((name) => name.toLowerCase())
    // A name without a dot or colon, such as "pc", occurs in unrelated text.
    .filter((name) => /[.:]/.test(name));
  return (head, field) => {
    const text = fieldValue(head, field).toLowerCase();
    if (readings(head, field).some((one) => hidden.some((address) => containsAddress(one, address)))) return true;
    return /^(x-|user-agent$)/.test(field.name) && clients.some((name) => text.includes(name));
  };
}

/**
 * Returns the text of a field in lower case: as written, with encoded words decoded (RFC 2047), and with URL escapes
 * decoded.
 */
function readings(head: Buffer, field: Field): string[] {
  const written = fieldValue(head, field);
  const texts = new Set([written, decodeEncodedWords(written), written.replace(/%40/g, '@').replace(/%2e/gi, '.')]);
  return [...texts].map((text) => withoutFolds(text.toLowerCase()));
}

/** Removes quotes, and white space around an at sign, which RFC 5322 4.4 allows. */
function withoutFolds(text: string): string {
  const words = text.replace(/["\\]/g, '').split(/\s+/);
  return words.map((word, at) => (word.startsWith('@') || words[at - 1]?.endsWith('@') ? word : ` ${word}`)).join('');
}

/** Returns whether a lower-case text contains an address that reveals this inbox. */
function containsAddress(text: string, inbox: string): boolean {
  const domain = splitAddress(inbox.toLowerCase())?.domain;
  return domain !== undefined && domainsOf(domain).some((one) => containsAt(text, `@${one}`, inbox));
}

function containsAt(text: string, end: string, inbox: string): boolean {
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
    // A longer domain is a different domain.
    if (/^\.?[a-z0-9-]/.test(text.slice(at + end.length, at + end.length + 2))) continue;
    let start = at;
    while (start > 0 && at - start <= MAX_LOCAL_PART && !DELIMITERS.includes(text[start - 1] as string)) start--;
    if (showsInbox(text.slice(start, at + end.length), inbox)) return true;
  }
  return false;
}

/**
 * Returns the Message-ID if it is in our domain, or else a replacement: other Message-IDs name the client or the
 * inbox's provider.
 */
function messageId(head: Buffer, { domain, hostname, id, alias }: OutgoingHeaderOptions): string {
  const [found, another] = fields(head).filter(({ name }) => name === 'message-id');
  if (!found) return `<${id}@${hostname}>`;
  const value = fieldValue(head, found);
  const right = /^<[\x21-\x3b\x3d\x3f\x41-\x7e]{1,200}@([a-z0-9.-]{1,253})>$/i.exec(value)?.[1]?.toLowerCase();
  const isOurs = right === domain || right === hostname || right?.endsWith(`.${domain}`) === true;
  return isOurs && !another ? value : `<${alias(value)}@${hostname}>`;
}
