/**
 * The text of a refusal because the owner of the handle has blocked the sender. The log recognises such refusals by
 * this text.
 */
export const BLOCKED_SENDER_TEXT = 'This address does not accept mail from you';
