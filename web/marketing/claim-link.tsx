import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/paths.ts';
import { useSite } from '../api/site.ts';

/** A link to the claim page; nothing where claims are closed, because it would lead nowhere. */
export function ClaimLink(props: Omit<ComponentProps<typeof Link>, 'to'>) {
  return useSite().claims === 'closed' ? null : <Link {...props} to={pages.create()} />;
}
