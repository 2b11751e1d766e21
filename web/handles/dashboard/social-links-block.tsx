import { ArrowUpRight, Link2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Handle } from '../../../contract/handles/handles.ts';
import { isLinkAddress } from '../../../contract/social/platforms.ts';
import { platformLabel } from '../../social/shared/platform-label.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';

/** The active links of a handle, and a button to manage them. `manageLinks` is the path of that screen. */
export function SocialLinksBlock({ handle, manageLinks }: { handle: Handle; manageLinks: string }) {
  const active = handle.socialLinks.filter((link) => link.isActive && isLinkAddress(link.url));
  return (
    <section className="flex flex-col gap-3 rounded-control bg-muted/60 p-4">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h3 className="flex items-center gap-2 text-sm font-semibold">
          <Link2 className="size-4.5 text-soft" aria-hidden /> Social Links
        </h3>
        <Badge tone={active.length > 0 ? 'accent' : 'neutral'}>{active.length} active</Badge>
      </div>
      {active.length === 0 ? (
        <p className="min-h-6 flex-1 text-sm text-soft">No links on this page yet.</p>
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
        </ul>
      )}
      <Link to={manageLinks} className={`${buttonStyle('secondary')} w-full`}>
        Manage Social Links
      </Link>
    </section>
  );
}
