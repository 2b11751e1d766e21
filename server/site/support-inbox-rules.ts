import { domainOf } from '../../contract/addresses.ts';
import type { Config } from '../platform/config/config.ts';
import type { Queryable } from '../platform/db/database.ts';
import { readSite } from './site-rules.ts';

/**
 * Returns the mailbox that receives support requests: an explicit SUPPORT_EMAIL, otherwise the contact of the site,
 * otherwise the default of the setting. A contact within the mail domain is left out, as SUPPORT_EMAIL cannot be there.
 */
export async function supportInbox(
  db: Queryable,
  { siteSettings, support, mail }: Pick<Config, 'siteSettings' | 'support' | 'mail'>,
): Promise<string> {
  if (siteSettings.some(({ name }) => name === 'SUPPORT_EMAIL')) return support.email;
  const { contact } = await readSite(db);
  return contact === null || domainOf(contact) === mail.domain ? support.email : contact;
}
