import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { isInvitationNeeded } from '../../contract/claim-modes/claim-rule.ts';
import { pages } from '../../contract/paths.ts';
import { useSite } from '../api/site.ts';

/** A link to the claim page; nothing where an invitation is needed, because it would lead nowhere. */
export function ClaimLink(props: Omit<ComponentProps<typeof Link>, 'to'>) {
  return isInvitationNeeded(useSite().claims) ? null : <Link {...props} to={pages.create()} />;
}
