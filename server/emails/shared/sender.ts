import { parseAddress } from '../../../contract/addresses.ts';
import type { Site } from '../../../contract/documents.ts';

/** MAIL_FROM, if it is set, and the domain of the addresses. */
interface Sender {
  from?: string | undefined;
  domain: string;
}

/** Returns the From field of our own emails. An explicit MAIL_FROM wins over the name of the site. */
export function senderOf(mail: Sender, { name }: Pick<Site, 'name'>): string {
  return mail.from ?? `${name} <${senderAddress(mail)}>`;
}

/** Returns the address of that field, which is also the envelope sender. */
export function senderAddress({ from = '', domain }: Sender): string {
  return parseAddress(/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from) ?? `no-reply@${domain}`;
}
