import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { addressInSubject, type Email, IGNORE_NOTE } from '../../emails/shared/email.ts';
import { issueLink } from '../../magic-links/rules.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { refusesEmails } from '../inbox-rules.ts';
import { pendingInboxOf } from '../inbox-verification-rules.ts';
import { stopToken } from '../stop-forwarding-rules.ts';
import { forwardingById } from '../store.ts';

/** The email that asks the owner of an inbox for consent. */
export interface VerificationEmail {
  kind: 'verify-forwarding';
  to: string;
  handle: string;
  forwardingId: number;
  /** Set if the handle wants the inbox as its second one. */
  takesOver?: true;
}

/** Returns null if the handle no longer asks for this inbox, or if the owner of the inbox has stopped such emails. */
export async function composeVerificationEmail(
  { clock, site, secrets }: { clock: Clock; site: Site; secrets: string[] },
  db: Queryable,
  order: VerificationEmail,
): Promise<Email | null> {
  const { to, handle, forwardingId } = order;
  if (!pendingInboxOf(await forwardingById(db, forwardingId), to) || (await refusesEmails(db, to))) return null;
  const token = await issueLink(db, clock(), { purpose: 'verify-forwarding', email: to, handle, forwardingId });
  return verificationEmail(site, order, { token, stop: stopToken(secrets, to) });
}

function verificationEmail(
  site: Site,
  { to, handle, takesOver }: VerificationEmail,
  { token, stop }: { token: string; stop: string },
): Email {
  const address = `${handle}@${site.mailDomain}`;
  const shown = addressInSubject(handle, site.mailDomain);
  return {
    to,
    subject: takesOver ? `Second inbox for ${shown}?` : `Forward ${shown} to this inbox?`,
    preheader: 'Nothing is forwarded to you until you agree.',
    heading: takesOver ? 'Second inbox for this address?' : 'Receive mail for this address?',
    handle: { name: handle, shownAs: 'address' },
    body: [
      takesOver
        ? `The owner of ${address} wants mail to go to ${to} whenever the first inbox has not accepted any for hours.`
        : `The owner of ${address} wants to forward its mail to ${to}.`,
      'If that is you, or if you agree, open the link and press the button there. Until then, nothing is forwarded to you.',
    ],
    button: { label: 'Verify this inbox', url: site.origin + pages.link(token) },
    notes: ['The link works once, within 24 hours.', IGNORE_NOTE],
    stop: {
      text: `Don't want verification emails from ${site.mailDomain}? Block them permanently (no account needed):`,
      label: 'Stop all forwarding to this inbox',
      url: site.origin + pages.stopForwarding(stop),
    },
  };
}
