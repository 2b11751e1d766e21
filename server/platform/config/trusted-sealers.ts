/**
 * Domains with which large mailbox providers seal mail that their users forward (d= of their ARC-Seal). Each of them records
 * the results of its own checks; providers that only validate chains, or copy results of others, are left out.
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
