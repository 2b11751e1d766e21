import { ArrowUpRight, Link2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Handle } from '../../../contract/handles/handles.ts';
import { isLinkAddress } from '../../../contract/social/platforms.ts';
import { platformLabel } from '../../social/shared/platform-label.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';

interface SocialLinksBlockProps {
  handle: Handle;
  /** Links of any kind that visitors see; undefined while that is not known. */
  shown: number | undefined;
  /** The path of the screen that manages them. */
  manageLinks: string;
}

/** The active social links of a handle, and a button to manage them. */
export function SocialLinksBlock({ handle, shown = 0, manageLinks }: SocialLinksBlockProps) {
  const active = handle.socialLinks.filter((link) => link.isActive && isLinkAddress(link.url));
  const others = shown - active.length;
  return (
    <section className="flex flex-col gap-3 rounded-control bg-muted/60 p-4">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h3 className="flex items-center gap-2 text-sm font-semibold">
          <Link2 className="size-4.5 text-soft" aria-hidden /> Social Links
        </h3>
        <Badge tone={active.length > 0 ? 'accent' : 'neutral'}>{active.length} active</Badge>
      </div>
      {active.length === 0 ? (
        <p className="min-h-6 flex-1 text-sm text-soft">
          {others > 0 ? otherLinks(others) : 'No links on this page yet.'}
        </p>
      ) : (
        <ul className="flex flex-1 flex-wrap content-start gap-2">
          {active.map((link) => (
            <li key={link.platform} className="max-w-full">
              <a
                href={link.url}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-control border border-border bg-surface px-3 text-sm font-medium transition-colors hover:bg-hover"
              >
                <span className="whitespace-nowrap">{platformLabel(link.platform)}</span>
                <span className="truncate font-normal text-soft">{link.username}</span>
                <ArrowUpRight className="size-4 shrink-0 text-soft" aria-hidden />
              </a>
            </li>
          ))}
          {others > 0 && <li className="self-center text-sm text-soft">and {otherLinks(others)}</li>}
        </ul>
      )}
      <Link to={manageLinks} className={`${buttonStyle('secondary')} w-full`}>
        Manage links
      </Link>
    </section>
  );
}

function otherLinks(count: number): string {
  return count === 1 ? 'one other link' : `${count} other links`;
}
