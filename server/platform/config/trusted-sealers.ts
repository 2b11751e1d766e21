/**
 * Domains under which large mailbox providers seal mail that their users forward (d= of their ARC-Seal), each writing what
 * its own checks found. Left out: providers that only validate chains, and those that copy a stranger's results.
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
