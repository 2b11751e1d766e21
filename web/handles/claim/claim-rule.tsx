import { CLAIM_TEXTS } from '../../../contract/claim-modes/claim-texts.ts';
import { formatUtcDay } from '../../../contract/dates.ts';
import type { Site } from '../../../contract/documents.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Invitation } from './use-invitation.ts';

/** The rule about claims, or what an invitation gives; nothing if everyone may claim and there is no invitation. */
export function ClaimRule({ claims, invitation }: { claims: Site['claims']; invitation: Invitation | undefined }) {
  const text = invitation ? invitationText(invitation) : claims && CLAIM_TEXTS[claims];
  if (!text) return null;
  return (
    <p
      role={invitation && 'status'}
      className={classNames(
        'mx-auto mt-2 max-w-[60ch] text-center text-balance font-medium',
        invitation?.shown?.valid === false && 'text-danger',
      )}
    >
      {text}
    </p>
  );
}

function invitationText({ shown, isUnknown }: Invitation): string {
  if (isUnknown) return 'We could not check your invitation. You can try to claim a handle with it.';
  if (!shown) return 'Checking your invitation...';
  if (shown.reason !== null) return shown.reason;
  const until = shown.until === null ? '' : ` until ${formatUtcDay(shown.until)}`;
  return shown.handle === null
    ? `You are invited. Choose a handle${until}.`
    : `You are invited. The handle ${shown.handle} is held for you${until}.`;
}
