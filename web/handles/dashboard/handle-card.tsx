import {
  ChartNoAxesCombined,
  CircleAlert,
  CircleCheck,
  ExternalLink,
  Eye,
  EyeOff,
  Palette,
  Settings,
  UserRoundCog,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { analyticsPages } from '../../../contract/analytics/paths.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { pages } from '../../../contract/paths.ts';
import type { Plan } from '../../../contract/payments/plans.ts';
import { teamPages } from '../../../contract/teams/paths.ts';
import { hasRight } from '../../../contract/teams/roles.ts';
import { useSite } from '../../api/site.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { CopyButton } from '../../ui/form/copy-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { withHandle } from '../shared/picked-handle.ts';
import { sameOriginPath } from '../shared/same-origin-path.ts';
import { ShareButton } from '../shared/share-button.tsx';
import { SocialLinksBlock } from './social-links-block.tsx';

const PLAN_TONES: Record<Plan, Tone> = { Free: 'neutral', Plus: 'info', Deluxe: 'accent', Vanity: 'accent' };

const STATUS_LABELS: Record<Handle['status'], string> = {
  active: 'Active',
  resting: 'Resting',
  suspended: 'Suspended',
  quarantined: 'Quarantined',
};

/** The effect of a status on page and mail. Resting handles are explained by their renewal block. */
const STATUS_EXPLANATIONS: Partial<Record<Handle['status'], string>> = {
  suspended: 'An administrator has suspended this handle: its page is offline and mail to it is refused.',
  quarantined:
    'This handle is in quarantine: its page is offline, mail to it is refused, and nobody else can claim it.',
};

interface HandleCardProps {
  handle: Handle;
  /** Whether it is the default handle of other screens. */
  isFirst: boolean;
  forwarding: ReactNode;
  renewal: ReactNode;
}

/** One handle: its addresses, status, forwarding, links, and links to its settings. */
export function HandleCard({ handle, isFirst, forwarding, renewal }: HandleCardProps) {
  const { origin, host, mailDomain } = useSite();
  const email = `${handle.handle}@${mailDomain}`;
  const manages = hasRight(handle.role, 'manage');
  const explanation = STATUS_EXPLANATIONS[handle.status];
  return (
    <Card className="grid grid-cols-1 gap-5 sm:gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-4">
        <Picture handle={handle} />
        <div className="min-w-0 flex-1 basis-52">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <div className="flex min-w-0 items-center gap-1">
              <h2 className="min-w-0 text-lg font-semibold wrap-anywhere sm:text-xl">
                <span className="font-normal text-soft">{host}/</span>
                <wbr />
                {handle.handle}
              </h2>
              <CopyButton
                text={`${origin}${pages.profile(handle.handle)}`}
                label={`Copy the link of ${handle.handle}`}
              />
            </div>
            <div className="flex flex-wrap gap-2 max-sm:basis-full">
              <Badge tone={PLAN_TONES[handle.plan]}>{handle.plan}</Badge>
              {handle.role !== 'owner' && <Badge>{handle.role === 'manager' ? 'You manage it' : 'You edit it'}</Badge>}
              <StatusBadge status={handle.status} />
              {!handle.profilePage && (
                <Badge>
                  <EyeOff aria-hidden /> Page off
                </Badge>
              )}
            </div>
          </div>
          <div className="flex min-w-0 items-center gap-1">
            <span className="min-w-0 wrap-anywhere text-soft">
              {handle.handle}
              <wbr />@{mailDomain}
            </span>
            <CopyButton text={email} label={`Copy ${email}`} />
          </div>
        </div>
        <div className="flex gap-2 max-sm:w-full">
          {handle.profilePage ? (
            <a
              href={pages.profile(handle.handle)}
              target="_blank"
              rel="noopener noreferrer"
              className={`${buttonStyle('secondary')} max-sm:flex-1`}
            >
              <ExternalLink aria-hidden /> View Live Profile
              <span className="sr-only"> of {handle.handle}, opens in a new tab</span>
            </a>
          ) : (
            // A page that is switched off is not served, not even to its owner; the theme preview shows it.
            <Link
              to={withHandle(pages.manageAppearance(), handle.handle, isFirst)}
              className={`${buttonStyle('secondary')} max-sm:flex-1`}
            >
              <Eye aria-hidden /> Preview Page<span className="sr-only"> of {handle.handle}</span>
            </Link>
          )}
          <ShareButton handle={handle.handle} />
        </div>
        {explanation && <p className="basis-full text-sm text-soft">{explanation}</p>}
      </div>
      <div className={classNames('grid grid-cols-1 gap-4', manages && 'md:grid-cols-2')}>
        {manages && forwarding}
        <SocialLinksBlock handle={handle} manageLinks={withHandle(pages.manageSocial(), handle.handle, isFirst)} />
      </div>
      {hasRight(handle.role, 'own') && renewal}
      <nav
        aria-label={`Settings of ${handle.handle}`}
        className="-mx-2 -mb-2 grid border-t border-border pt-3 sm:-mb-3 sm:flex sm:flex-wrap sm:gap-1"
      >
        <CardLink to={pages.manageHandle(handle.handle)} icon={<Settings aria-hidden />}>
          Handle Settings
        </CardLink>
        <CardLink to={withHandle(pages.manageAppearance(), handle.handle, isFirst)} icon={<Palette aria-hidden />}>
          Appearance
        </CardLink>
        <CardLink to={withHandle(teamPages.team(), handle.handle, isFirst)} icon={<UsersRound aria-hidden />}>
          Team
        </CardLink>
        {manages && (
          <CardLink
            to={withHandle(analyticsPages.analytics(), handle.handle, isFirst)}
            icon={<ChartNoAxesCombined aria-hidden />}
          >
            Analytics
          </CardLink>
        )}
        <CardLink to={pages.profileSettings()} icon={<UserRoundCog aria-hidden />}>
          Profile Settings
        </CardLink>
      </nav>
    </Card>
  );
}

function CardLink({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Link to={to} className={`${buttonStyle('ghost')} justify-start! px-2! sm:px-3!`}>
      {icon} {children}
    </Link>
  );
}

/** Placeholder of a card that is loading, in its size. */
export function HandleCardSkeleton() {
  return (
    <Card className="grid grid-cols-1 gap-5 sm:gap-6">
      <div className="flex flex-wrap items-center gap-4">
        <Skeleton className="size-12 rounded-full" />
        <div className="grid flex-1 basis-52 gap-2">
          <Skeleton className="h-6 w-52 max-w-full" />
          <Skeleton className="h-6 w-32 max-w-full sm:hidden" />
          <Skeleton className="h-5 w-64 max-w-full" />
        </div>
        <Skeleton className="h-11 w-full rounded-control sm:w-56" />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-42 rounded-control" />
        <Skeleton className="h-42 rounded-control" />
      </div>
      <Skeleton className="h-36 rounded-control sm:h-10 sm:w-110" />
    </Card>
  );
}

function StatusBadge({ status }: { status: Handle['status'] }) {
  return status === 'active' ? (
    <Badge tone="success">
      <CircleCheck aria-hidden /> {STATUS_LABELS[status]}
    </Badge>
  ) : (
    <Badge tone="warning">
      <CircleAlert aria-hidden /> {STATUS_LABELS[status]}
    </Badge>
  );
}

function Picture({ handle }: { handle: Handle }) {
  const { origin } = useSite();
  return (
    <div
      aria-hidden
      className="neon-edge grid size-12 shrink-0 place-items-center overflow-hidden rounded-full text-lg font-bold text-on-ink uppercase"
    >
      {handle.picture ? (
        <img
          src={sameOriginPath(handle.picture, origin)}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
        />
      ) : (
        handle.handle.slice(0, 1)
      )}
    </div>
  );
}
