const EXACT: Record<string, string> = {
  '5.1.1': 'The mailbox behind this address does not exist',
  '5.1.10': 'The mailbox behind this address does not accept mail',
  '5.2.1': 'The mailbox behind this address is disabled',
  '5.2.2': 'The mailbox behind this address is full',
  '5.2.3': 'The message is too large for the mailbox behind this address',
  '5.3.4': 'The message is too large for the mailbox behind this address',
  '5.6.7': 'The mailbox behind this address cannot take internationalised mail',
  '5.7.1': 'The mailbox behind this address refuses this message',
};

const BY_SUBJECT: Record<string, string> = {
  '1': 'The mailbox behind this address cannot be reached',
  '2': 'The mailbox behind this address cannot take the message',
  '3': 'The mail system behind this address cannot take the message',
  '4': 'The mail system behind this address cannot be reached',
  '5': 'The mail system behind this address reported a protocol error',
  '6': 'The content of the message was not accepted',
  '7': 'The message was refused by a policy of the mailbox behind this address',
};

/** The last detail of each subject in RFC 3463 and the IANA registry. */
const LAST_DETAIL = [0, 10, 4, 6, 7, 6, 10, 27];

/**
 * Returns an enhanced status code that reveals no provider: private codes become X.7.1 under X.7, X.N.0 elsewhere. X.7.28 and above are registered, but only large providers send them.
 */
export function publicCode(enhanced: string): string {
  const [, kind = '', subject = '', detail = ''] = /^([245])\.(\d{1,3})\.(\d{1,3})$/.exec(enhanced) ?? [];
  if (kind === '') return enhanced;
  const last = LAST_DETAIL[Number(subject)];
  if (last === undefined) return `${kind}.0.0`;
  if (Number(detail) <= last) return `${kind}.${Number(subject)}.${Number(detail)}`;
  return `${kind}.${Number(subject)}.${Number(subject) === 7 ? 1 : 0}`;
}

/**
 * Returns our own text for an enhanced status code. The destination's text is never passed on, because it may name the
 * inbox.
 */
export function replyText(enhanced: string): string {
  const subject = enhanced.split('.')[1] ?? '';
  return EXACT[enhanced] ?? BY_SUBJECT[subject] ?? 'The mailbox behind this address did not accept the message';
}

/**
 * Returns the text of every 250 reply to a message. It must not reveal whether the message was delivered, queued or
 * discarded.
 */
export function acceptedText(id: string): string {
  return `2.0.0 Ok: taken as ${id}`;
}
