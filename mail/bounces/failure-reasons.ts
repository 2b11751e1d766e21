/** Explanations of permanent failures for the author, by enhanced status code (RFC 3463). */
const EXACT: Record<string, string> = {
  '5.1.1': 'There is no mailbox with this address. Please check its spelling',
  '5.1.2': 'The domain of this address does not exist or has no mail server. Please check its spelling',
  '5.1.3': 'This is not a valid address. Please check its spelling',
  '5.1.6': 'The mailbox has moved, and its new address is not known',
  '5.1.10': 'There is no mailbox with this address, or its domain does not accept mail',
  '5.2.1': 'The mailbox is switched off and accepts no mail',
  '5.2.2': 'The mailbox is full',
  '5.2.3': 'The message is too large for this mailbox',
  '5.3.4': "The message is too large for the recipient's mail server",
  '5.4.6': "The recipient's mail servers forward the message in a loop",
  '5.4.7': "The recipient's mail server could not be reached for days, or did not accept the message",
  '5.6.7': "The recipient's mail server does not support international addresses",
};

const BY_SUBJECT: Record<string, string> = {
  '1': "The recipient's mail server does not accept mail for this address",
  '2': 'The mailbox does not accept the message',
  '3': "The recipient's mail server does not accept the message",
  '4': "The recipient's mail server cannot be reached",
  '5': "The recipient's mail server reported a protocol error",
  '6': "The recipient's mail server does not accept the content of the message",
  '7': 'The recipient or their mail server rejects this message, for example as unwanted',
};

/** Returns the reason for a permanent failure in plain language. */
export function failureReason(enhanced: string): string {
  const subject = enhanced.split('.')[1] ?? '';
  return EXACT[enhanced] ?? BY_SUBJECT[subject] ?? "The recipient's mail server does not accept the message";
}

/**
 * Returns whether this code means that the mailbox does not exist (RFC 3463 3.2). Not 5.1.2: the domain may only have
 * expired. Exchange Online sends 5.1.10 for an unknown mailbox.
 */
export function isHardFailure(enhanced: string): boolean {
  return /^5\.1\.(1|3|6|10)$/.test(enhanced);
}
