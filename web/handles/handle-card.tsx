import { CircleAlert, CircleCheck, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Handle } from '../../contract/handles.ts';
import { pages } from '../../contract/paths.ts';
import type { Plan } from '../../contract/plans.ts';
import { useSite } from '../lib/site.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { buttonStyle } from '../ui/button-style.ts';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { SocialLinksBlock } from './social-links-block.tsx';

const PLAN_TONES: Record<Plan, Tone> = { Free: 'neutral', Plus: 'info', Deluxe: 'accent', Vanity: 'accent' };

const STATE_WORDS: Record<Handle['status'], string> = {
  active: 'Active',
  resting: 'Resting',
  suspended: 'Suspended',
  quarantined: 'Quarantined',
};

/** One handle: its addresses, its state, its mail and its links. */
export function HandleCard({ handle, forwarding }: { handle: Handle; forwarding: ReactNode }) {
  const { host, mailDomain } = useSite();
  const email = `${handle.handle}@${mailDomain}`;
  return (
    <Card className="grid grid-cols-1 gap-5 sm:gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-4">
        <Picture handle={handle} />
        <div className="min-w-0 flex-1 basis-52">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 className="min-w-0 text-lg font-semibold wrap-anywhere sm:text-xl">
              <span className="font-normal text-soft">{host}/</span>
              <wbr />
              {handle.handle}
            </h2>
            <div className="flex gap-2 max-sm:basis-full">
              <Badge tone={PLAN_TONES[handle.plan]}>{handle.plan}</Badge>
              <StateBadge status={handle.status} />
            </div>
          </div>
          <div className="-my-2 flex min-w-0 items-center gap-1">
            <span className="min-w-0 truncate text-soft">{email}</span>
            <CopyButton text={email} label="Copy email address" />
          </div>
        </div>
        <a
          href={pages.profile(handle.handle)}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonStyle('secondary')} max-sm:w-full`}
        >
          <ExternalLink aria-hidden /> View Live Profile
          <span className="sr-only">, opens in a new tab</span>
        </a>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {forwarding}
        <SocialLinksBlock links={handle.socialLinks} />
      </div>
    </Card>
  );
}

function StateBadge({ status }: { status: Handle['status'] }) {
  return status === 'active' ? (
    <Badge tone="success">
      <CircleCheck aria-hidden /> {STATE_WORDS[status]}
    </Badge>
  ) : (
    <Badge tone="warning">
      <CircleAlert aria-hidden /> {STATE_WORDS[status]}
    </Badge>
  );
}

function Picture({ handle }: { handle: Handle }) {
  return (
    <div
      aria-hidden
      className="neon-edge grid size-12 shrink-0 place-items-center overflow-hidden rounded-full text-lg font-bold text-on-ink uppercase"
    >
      {handle.profilePicture ? (
        <img src={handle.profilePicture} alt="" referrerPolicy="no-referrer" className="size-full object-cover" />
      ) : (
        handle.handle.slice(0, 1)
      )}
    </div>
  );
}
