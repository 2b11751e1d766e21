import {
  ChartNoAxesCombined,
  ExternalLink,
  Link2,
  Mail,
  MailPlus,
  Palette,
  Settings,
  Share2,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { analyticsPages } from '../../../contract/analytics/paths.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { audiencePages } from '../../../contract/page-forms/paths.ts';
import { pages } from '../../../contract/paths.ts';
import { hasRight } from '../../../contract/roles.ts';
import { teamPages } from '../../../contract/teams/paths.ts';
import { withHandle } from '../../own-handles/picked-handle.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { isOnline } from '../shared/is-online.ts';

interface HandleMenuProps {
  handle: Handle;
  isFirst: boolean;
  onShare: () => void;
  trigger: ReactNode;
}

/** Leads from a row to the page and the screens of its handle. Open when it is mounted. */
export function HandleMenu({ handle, isFirst, onShare, trigger }: HandleMenuProps) {
  const manages = hasRight(handle, 'manage');
  const of = (path: string) => withHandle(path, handle.handle, isFirst);
  return (
    <Menu trigger={trigger} defaultOpen>
      {isOnline(handle) && (
        <MenuItem asChild>
          <a href={pages.profile(handle.handle)} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden /> View Live Profile
          </a>
        </MenuItem>
      )}
      <MenuItem onSelect={onShare}>
        <Share2 aria-hidden /> Share
      </MenuItem>
      <MenuSeparator />
      <MenuLink to={pages.manageHandle(handle.handle)} icon={<Settings aria-hidden />}>
        Details
      </MenuLink>
      {manages && (
        <MenuLink to={pages.manageEmail(handle.id)} icon={<Mail aria-hidden />}>
          Mail
        </MenuLink>
      )}
      <MenuLink to={of(pages.manageSocial())} icon={<Link2 aria-hidden />}>
        Links
      </MenuLink>
      <MenuLink to={of(pages.manageAppearance())} icon={<Palette aria-hidden />}>
        Look
      </MenuLink>
      {manages && (
        <MenuLink to={of(analyticsPages.analytics())} icon={<ChartNoAxesCombined aria-hidden />}>
          Analytics
        </MenuLink>
      )}
      {manages && (
        <MenuLink to={of(audiencePages.audience())} icon={<MailPlus aria-hidden />}>
          Email List
        </MenuLink>
      )}
      <MenuLink to={of(teamPages.team())} icon={<UsersRound aria-hidden />}>
        Team
      </MenuLink>
    </Menu>
  );
}

function MenuLink({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <MenuItem asChild>
      <Link to={to}>
        {icon} {children}
      </Link>
    </MenuItem>
  );
}
