import type { Site } from '../../contract/documents.ts';
import { deletionEmails } from '../account-deletion/deletion-emails.ts';
import { signInEmails } from '../accounts/sign-in-emails.ts';
import { handleMovedEmails } from '../admin/handles/handle-moved-emails.ts';
import { pictureEmails } from '../admin/pictures/picture-emails.ts';
import { emailChangeEmails } from '../email-change/email-change-emails.ts';
import type { EmailRegistry } from '../emails/job.ts';
import { forwardingEmails } from '../forwarding/emails/forwarding-emails.ts';
import { giveUpEmails } from '../give-up/give-up-emails.ts';
import { claimEmails } from '../handles/claim-emails.ts';
import { waitingEmails } from '../handles/waiting/waiting-emails.ts';
import { listEmails } from '../page-forms/list/list-emails.ts';
import { reportEmails } from '../page-reports/report-emails.ts';
import { paymentEmails } from '../payments/payment-emails.ts';
import { priceRiseEmails } from '../payments/prices/price-rise-emails.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { sendingEmails } from '../sending/pauses/sending-emails.ts';
import { securityEmails } from '../sessions/security-emails.ts';
import { supportEmails } from '../support/support-emails.ts';
import { teamEmails } from '../teams/emails/team-emails.ts';

/** Every email that the service sends. The keys are stored in the payloads of jobs. */
export function emailRegistry(parts: {
  clock: Clock;
  site: Site;
  secrets: string[];
  adminEmails: string[];
}): EmailRegistry {
  return {
    ...signInEmails(parts),
    ...claimEmails(parts),
    ...waitingEmails(parts),
    ...giveUpEmails(parts),
    ...handleMovedEmails(parts),
    ...pictureEmails(parts),
    ...forwardingEmails(parts),
    ...listEmails(parts),
    ...deletionEmails(parts),
    ...emailChangeEmails(parts),
    ...reportEmails(parts),
    ...paymentEmails(parts),
    ...priceRiseEmails(parts),
    ...securityEmails(parts),
    ...sendingEmails(parts),
    ...supportEmails(parts),
    ...teamEmails(parts),
  };
}
