/**
 * Domains with which large mailbox providers seal mail that their users forward (d= of their ARC-Seal). Each provider
 * records the results of its own checks. Providers that only validate chains, or copy the results of others, are not listed.
 */
export const TRUSTED_SEALERS: readonly string[] = [
  'google.com',
  // Outlook.com, Hotmail, Exchange Online.
  'microsoft.com',
  'yahoo.com',
  'icloud.com',
  // Fastmail.
  'messagingengine.com',
];
