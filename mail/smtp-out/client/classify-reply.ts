import { enhancedCodeOf, type Reply } from './reply.ts';

/** Cause of a rejection: the message or its recipient, or a condition that may pass. */
export type ReplyClass = 'message' | 'reputation' | 'mailbox-full' | 'tls';

/** X.7.x codes about the IP address, name or setup of the client (IANA registry, Gmail, Exchange Online). */
const REPUTATION_CODES = new Set([
  '5.7.25', // no PTR (RFC 7372)
  '5.7.27', // Gmail: SPF of the envelope sender, whose domain is ours
  '5.7.28', // Gmail: unusual rate from our address
  '5.7.509', // Exchange Online: too many complaints
  '5.7.708', // traffic not accepted from this IP
  '5.7.750',
]);

/** The mailbox or its account is full. */
const MAILBOX_FULL =
  /mailbox (is |was )?(full|over)|mailfolder is full|over ?-?quota|out of (storage )?space|quota ?exceeded|exceeded (the |its |his |storage |mailbox )*(quota|allocation|limit)|insufficient (system )?storage|not enough (storage|space|room)|mailbox size limit|storage limit|full mailbox|inbox is full|account is full/i;

/** Phrases of servers without enhanced codes for a mailbox that does not exist. */
const NO_MAILBOX =
  /\bno such (user|mailbox|recipient)\b|\bunknown (user|mailbox|recipient)\b|\b(user|mailbox|recipient) (is )?(unknown|not found|does(n['’]t| not) exist)\b/i;
/** The same texts may be about the sender. */
const ABOUT_SENDER = /sender|\bfrom\b|return path/i;

/** The message is too large, which is permanent. A "mailbox size limit" is that of the mailbox. */
const TOO_LARGE =
  /message (size|length|is too|too)|too (large|big)|(?<!mailbox )size (exceeds|limit|of this message)|maximum (message )?size/i;

/** Texts about the content, links or author of the message. */
const ABOUT_CONTENT =
  /\b(uribl|surbl)\b|\burls?\b (listed|in|found)|contains? (a |an )?(url|link|virus|malware|spam)|virus|malware|phish|dmarc|content|attachment|likely (unsolicited|suspicious)|rfc ?5322|relay(ing)? (access )?(denied|not)|unable to relay|no such|unknown|does not exist|not exist|user (not found|disabled)|mailbox (unavailable|not found|disabled|inactive)|invalid (recipient|mailbox)/i;

/** Texts about the IP address, name or reputation of the client. */
const ABOUT_REPUTATION =
  /block(ed)? using|black ?-?list|block ?-?list|deny ?-?list|\bdnsbl\b|\brbl\b|\bsbl\b|\bxbl\b|\bpbl\b|\bzen\b|spamhaus|spamcop|barracuda|sorbs|senderscore|senderbase|talosintel|cloudmark|proofpoint\.com|ipcheck|reputation|poor standing|banned sending ip|\bptr\b|reverse dns|rdns|forward-confirmed|unusual (rate|amount)|from your (ip|server|network|host)|your (ip|server|network|mail server)\b.{0,40}(block|reject|refus|denied|not allowed|listed)|\bip\b.{0,60}(block|listed|refus|reject|banned|denied|not accepted|deferred)|(block|listed|refus|reject|banned|denied|not accepted|deferred).{0,60}\bip\b|client host .{0,80}(blocked|rejected)|sending (ip|host|server).{0,40}(block|reject)|all messages from|messages from .{0,60}weren'?t sent|connections? (will )?not (be )?accepted|too many (spam|complaints)|fails? to pass authentication|unauthenticated|does not have authentication|spf (check )?(fail|did not)|\bS3150\b|\bS3140\b|\[tss\d+\]|\[bl\d+\]|Nemesis|bad dns|tosa@/i;

const NO_TLS =
  /must issue a? ?starttls|requires? (starttls|tls|encrypt)|encryption (is )?(required|needed)|not (sent )?over tls|tls (is )?required/i;

/**
 * Classifies a permanent rejection of MAIL, RCPT or DATA. Problems with reputation and full mailboxes may pass. The
 * default is 'message', for which the sender is notified immediately.
 */
export function classifyReply(reply: Reply): ReplyClass {
  const code = enhancedCodeOf(reply, '');
  const { text } = reply;
  if (code.startsWith('5.1.')) return 'message';
  if (code === '5.2.2') return 'mailbox-full';
  if (code === '5.3.4' || code === '5.2.3') return 'message';
  if (code === '5.7.10' || code === '5.7.29' || NO_TLS.test(text)) return 'tls';
  if (isAboutFullMailbox(text)) return 'mailbox-full';
  if (isReputationCode(code) || isUnauthenticated(code, text)) return 'reputation';
  if (ABOUT_CONTENT.test(text)) return 'message';
  if (ABOUT_REPUTATION.test(text)) return 'reputation';
  return 'message';
}

/** Returns whether a code or a phrase in a temporary reply reports a full mailbox or account. */
export function namesFullMailbox(text: string): boolean {
  // An IP address may contain the code.
  return /(?<![\d.])[45]\.2\.2(?!\.?\d)/.test(text) || isAboutFullMailbox(text);
}

/** Returns whether a permanent reply without an enhanced code reports in its text that the mailbox does not exist. */
export function namesNoMailbox(text: string): boolean {
  return NO_MAILBOX.test(text) && !ABOUT_SENDER.test(text);
}

function isAboutFullMailbox(text: string): boolean {
  return MAILBOX_FULL.test(text) && !TOO_LARGE.test(text);
}

function isReputationCode(code: string): boolean {
  // 606 to 649: banned sending IP.
  return REPUTATION_CODES.has(code) || /5\.7\.6(0[6-9]|[1-4]\d)/.test(code);
}

/** Detects 5.7.26 (RFC 7372) without DMARC: our envelope domain should have passed SPF. */
function isUnauthenticated(code: string, text: string): boolean {
  return code === '5.7.26' && !/dmarc/i.test(text);
}

/** Texts that ask for fewer connections or a lower rate. */
const THROTTLING =
  /too many (connection|concurrent|session|message|mail|email|errors|requests|simultaneous)|rate[ -]?limit|\brate\b (has )?(exceed|limit|of)|(connection|message|sending) rate|throttl|too (fast|quickly|frequent)|slow down|server (is )?(too )?busy|unusual rate|unexpected volume|exceeded .{0,40}(connections|messages|rate)|concurren(t|cy)|\[tss?\d+\]|RP-00\d/i;

/** Phrases about delays that affect only one mailbox or message. */
const ONE_RECIPIENT_ONLY = /gr[ae]y-?list|too many recipients|user .{0,60}(receiving|too)|recipient .{0,40}rate/i;

/**
 * Returns whether a 4xx reply throttles the client: 421 except for timeouts, some 4.7.x codes, or texts about rates.
 */
export function isThrottled(reply: Reply): boolean {
  if (reply.code < 400 || reply.code > 499) return false;
  const code = enhancedCodeOf(reply, '');
  if (ONE_RECIPIENT_ONLY.test(reply.text) || code.startsWith('4.2.')) return false;
  if (THROTTLING.test(reply.text)) return true;
  if (reply.code === 421)
    return !/idle|timeout|timed out|closing (transmission|connection|channel)?$/i.test(reply.text);
  return ['4.7.28', '4.7.500', '4.7.650', '4.7.651', '4.7.652'].includes(code);
}
