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
  '5': 'The mail system behind this address did not understand',
  '6': 'The content of the message was not accepted',
  '7': 'The message was refused by a policy of the mailbox behind this address',
};

/** How many details RFC 3463 and the IANA registry know of each subject, beginning with X.N.0. */
const LAST_DETAIL = [0, 10, 4, 6, 7, 6, 10, 27];

/**
 * An enhanced status code as strangers may read it. Codes that only some provider uses tell where an inbox is: under
 * X.7 they become X.7.1, elsewhere X.N.0. X.7.28 and above are registered, but only large providers send them.
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
 * A sentence of our own for an enhanced status code. What the destination wrote is never passed on: it may name the
 * inbox, which no stranger may learn.
 */
export function ownWords(enhanced: string): string {
  const subject = enhanced.split('.')[1] ?? '';
  return EXACT[enhanced] ?? BY_SUBJECT[subject] ?? 'The mailbox behind this address did not accept the message';
}

/**
 * What stands behind every 250 for a message. Whether it was delivered, queued, or thrown away is the recipient's business,
 * and so is whether two of our addresses share an inbox.
 */
export function taken(id: string): string {
  return `2.0.0 Ok: taken as ${id}`;
}
