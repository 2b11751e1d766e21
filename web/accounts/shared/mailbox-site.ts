/** The web page of a mail provider. */
export interface MailboxSite {
  name: string;
  url: string;
}

const GMAIL = { name: 'Gmail', url: 'https://mail.google.com/' };
const OUTLOOK = { name: 'Outlook', url: 'https://outlook.live.com/mail/' };
const PROTON = { name: 'Proton Mail', url: 'https://mail.proton.me/' };
const YAHOO = { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' };
const ICLOUD = { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/' };
const GMX = { name: 'GMX', url: 'https://www.gmx.net/' };

const BY_DOMAIN = new Map<string, MailboxSite>([
  ['gmail.com', GMAIL],
  ['googlemail.com', GMAIL],
  ['msn.com', OUTLOOK],
  ['proton.me', PROTON],
  ['protonmail.com', PROTON],
  ['pm.me', PROTON],
  ['ymail.com', YAHOO],
  ['rocketmail.com', YAHOO],
  ['icloud.com', ICLOUD],
  ['me.com', ICLOUD],
  ['mac.com', ICLOUD],
  ['gmx.com', { name: 'GMX', url: 'https://www.gmx.com/' }],
  ['gmx.de', GMX],
  ['gmx.net', GMX],
  ['gmx.at', GMX],
  ['gmx.ch', GMX],
  ['web.de', { name: 'WEB.DE', url: 'https://web.de/' }],
  ['t-online.de', { name: 'Telekom Mail', url: 'https://email.t-online.de/' }],
  ['aol.com', { name: 'AOL Mail', url: 'https://mail.aol.com/' }],
  ['fastmail.com', { name: 'Fastmail', url: 'https://app.fastmail.com/' }],
  ['hey.com', { name: 'HEY', url: 'https://app.hey.com/' }],
  ['mail.com', { name: 'mail.com', url: 'https://www.mail.com/' }],
  ['mailbox.org', { name: 'mailbox.org', url: 'https://app.mailbox.org/' }],
  ['posteo.de', { name: 'Posteo', url: 'https://posteo.de/' }],
  ['zoho.com', { name: 'Zoho Mail', url: 'https://mail.zoho.com/' }],
]);

/** Providers with a domain in many countries, such as yahoo.co.uk. */
const BY_NAME = new Map<string, MailboxSite>([
  ['yahoo', YAHOO],
  ['hotmail', OUTLOOK],
  ['outlook', OUTLOOK],
  ['live', OUTLOOK],
]);
const COUNTRY_ENDING = /^(?:com|(?:com\.|co\.)?[a-z]{2})$/;

/** Returns the web page at which the owner of an address reads mail, or undefined if its provider is not known. */
export function mailboxSite(email: string): MailboxSite | undefined {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  const dot = domain.indexOf('.');
  const country = COUNTRY_ENDING.test(domain.slice(dot + 1)) ? BY_NAME.get(domain.slice(0, dot)) : undefined;
  return BY_DOMAIN.get(domain) ?? country;
}
