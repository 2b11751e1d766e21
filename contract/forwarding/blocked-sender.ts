/** The text of a refusal because the owner of the handle has blocked the sender, by which the log tells it from other refusals. */
export const BLOCKED_SENDER_TEXT = 'This address does not accept mail from you';
