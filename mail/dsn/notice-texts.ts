/** Beginnings of notices from programs that do not always send them as reports (RFC 3464). */
const NOTICES = [
  'this is the qmail-send program',
  'this is the mail system at host',
  'this is the postfix program at host',
  'this message was created automatically by mail delivery software',
  'had permanent fatal errors',
  'delivery has failed to these recipients',
  'delivery to the following recipient failed permanently',
  'did not reach some or all of the intended recipients',
  'could not be delivered to the following',
  'could not be delivered to one or more',
  'unable to deliver your message to the following',
  "wasn't able to deliver your message",
  'undeliverable mail',
  'delivery failed permanently',
];
/** Phrases in delay notices, which begin in the same way. */
const DELAYS = ['not yet been delivered', 'warning message only', 'transient non-fatal', 'will be retried'];
/** Number of octets read. In most notices the returned message follows. */
const MAX_READ = 8192;

/**
 * Returns the status in the body of a notice in plain text: `enhanced` is a code of class 5, or null if it has only an
 * SMTP reply such as `550 User unknown`. Returns null if the text is not a known failure notice; `isKnown` skips that
 * check.
 */
export function noticeStatus(body: string, { isKnown = false } = {}): { enhanced: string | null } | null {
  const text = body.slice(0, MAX_READ).replace(/\s+/g, ' ').toLowerCase();
  if (!isKnown && !NOTICES.some((notice) => text.includes(notice))) return null;
  if (!isKnown && DELAYS.some((delay) => text.includes(delay))) return null;
  // qmail writes (#5.1.1); the others repeat the reply, such as 550 5.1.1 or 550-5.1.1.
  const enhanced = /(?:\b5\d\d[ -]|#)(5\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1] ?? null;
  if (enhanced === null && !isKnown && !/\b5[0-5]\d[ -]\S/.test(text)) return null;
  return { enhanced };
}
