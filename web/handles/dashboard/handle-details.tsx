import { ChartNoAxesCombined, ExternalLink, Eye, Palette, Settings, UserRoundCog, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { analyticsPages } from '../../../contract/analytics/paths.ts';
import type { HandleFigures } from '../../../contract/dashboard/dashboard.ts';
import { formatUtcDay } from '../../../contract/dates.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { pages } from '../../../contract/paths.ts';
import { hasRight } from '../../../contract/roles.ts';
import { teamPages } from '../../../contract/teams/paths.ts';
import { MailStateLine } from '../../own-handles/mail-state/mail-state-line.tsx';
import { withHandle } from '../../own-handles/picked-handle.ts';
import { classNames } from '../../ui/class-names.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { isOnline } from '../shared/is-online.ts';
import { ShareButton } from '../shared/share-button.tsx';
import { FigureCells } from './handle-cells.tsx';
import { SocialLinksBlock } from './social-links-block.tsx';

interface HandleDetailsProps {
  handle: Handle;
  /** Whether it is the default handle of other screens. */
  isFirst: boolean;
  /** The button for the action that is due. */
  due: ReactNode;
  figures: HandleFigures | null | undefined;
  forwarding: ReactNode;
  renewal: ReactNode;
}

/** The card that a row opens: the figures of a handle, its forwarding, its links, and links to its settings. */
export function HandleDetails({ handle, isFirst, due, figures, forwarding, renewal }: HandleDetailsProps) {
  const manages = hasRight(handle, 'manage');
  const seesMail = hasRight(handle, 'mail');
  return (
    <div className="grid grid-cols-1 gap-5">
      <StatusExplanation handle={handle} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <FigureCells handle={handle} figures={figures} />
        </dl>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <div className="empty:hidden max-sm:w-full">{due}</div>
          <PageButton handle={handle} isFirst={isFirst} />
          <ShareButton handle={handle.handle} isOnline={isOnline(handle)} />
        </div>
      </div>
      <div className={classNames('grid grid-cols-1 gap-4', seesMail && 'md:grid-cols-2')}>
        {seesMail && forwarding}
        <SocialLinksBlock
          handle={handle}
          shown={figures?.links}
          manageLinks={withHandle(pages.manageSocial(), handle.handle, isFirst)}
        />
      </div>
      {hasRight(handle, 'own') && renewal}
      <nav
        aria-label={`Settings of ${handle.handle}`}
        className="-mx-2 -mb-2 grid border-t border-border pt-3 sm:-mb-3 sm:flex sm:flex-wrap sm:gap-1"
      >
        <CardLink to={pages.manageHandle(handle.handle)} icon={<Settings aria-hidden />}>
          Details
        </CardLink>
        <CardLink to={withHandle(pages.manageAppearance(), handle.handle, isFirst)} icon={<Palette aria-hidden />}>
          Look
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
          Account
        </CardLink>
      </nav>
    </div>
  );
}

/** Explains why a handle is not active and what its owner can do. The renewal block explains a resting handle. */
function StatusExplanation({ handle }: { handle: Handle }) {
  if (handle.status === 'active' || handle.status === 'resting') return null;
  if (handle.givenUpUntil !== undefined) {
    return (
      <p className="text-sm text-soft">
        You gave up this handle: its page is offline, and mail to it is refused. You can keep it until{' '}
        {formatUtcDay(handle.givenUpUntil)}, with everything as it was. After that, it is deleted.
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      {/* The button below leads to the appeal. */}
      <MailStateLine handle={handle} hasMend={!handle.suspension} />
      {handle.suspension && (
        <blockquote dir="auto" className="border-s-2 border-border ps-3 text-sm wrap-anywhere whitespace-pre-wrap">
          {handle.suspension.answer}
        </blockquote>
      )}
    </div>
  );
}

/** Opens the live page. A page that is offline is not served, not even to its owner; the theme preview shows it. */
function PageButton({ handle, isFirst }: Pick<HandleDetailsProps, 'handle' | 'isFirst'>) {
  // The page of a resting handle is served and shows visitors its state.
  if (!isOnline(handle) && !(handle.profilePage && handle.status === 'resting')) {
    return (
      <Link
        to={withHandle(pages.manageAppearance(), handle.handle, isFirst)}
        className={`${buttonStyle('secondary')} max-sm:flex-1`}
      >
        <Eye aria-hidden /> Preview Page<span className="sr-only"> of {handle.handle}</span>
      </Link>
    );
  }
  return (
    <a
      href={pages.profile(handle.handle)}
      target="_blank"
      rel="noopener noreferrer"
      className={`${buttonStyle('secondary')} max-sm:flex-1`}
    >
      <ExternalLink aria-hidden /> View Live Profile
      <span className="sr-only"> of {handle.handle}, opens in a new tab</span>
    </a>
  );
}

function CardLink({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Link to={to} className={`${buttonStyle('ghost')} justify-start! px-2! sm:px-3!`}>
      {icon} {children}
    </Link>
  );
}
