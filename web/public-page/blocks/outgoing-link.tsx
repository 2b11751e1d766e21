import type { ReactElement, ReactNode } from 'react';
import { linkPing } from '../../../contract/analytics/paths.ts';

/** The settings that all links of a page share. */
export interface LinkPolicy {
  username: string;
  /** Whether search engines may follow the links. */
  followLinks: boolean;
  /** Whether links report clicks. */
  countClicks: boolean;
}

interface OutgoingLinkProps extends LinkPolicy {
  url: string;
  /** The id under which clicks are counted. */
  clickId: string | undefined;
  /** True if the address belongs to the owner of the page; rel=me lets the network verify that. */
  own?: boolean;
  className?: string | undefined;
  label?: string;
  children: ReactNode;
}

/** A link that leads away from the page. nofollow makes pages worthless as link farms. */
export function OutgoingLink(props: OutgoingLinkProps): ReactElement {
  const { username, followLinks, countClicks, url, clickId, own = false, className, label, children } = props;
  const rel = `noopener noreferrer${own ? ' me' : ''}${followLinks ? '' : ' nofollow ugc'}`;
  return (
    <a
      href={url}
      className={className}
      ping={countClicks && clickId !== undefined ? linkPing(username, clickId) : undefined}
      // A link that starts an email or a call needs no tab.
      target={/^https?:/i.test(url) || own ? '_blank' : undefined}
      rel={rel}
      aria-label={label}
    >
      {children}
    </a>
  );
}

/** Returns the visible part of a link's address: the host, or the address of an email or telephone. */
export function shownAddress(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  if (host !== '') return host.replace(/^www\./, '');
  return protocol === 'mailto:' || protocol === 'tel:' ? decoded(pathname) : '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
