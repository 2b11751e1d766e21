import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { AtSign, LifeBuoy, LogOut, UserRound, UserRoundCog } from 'lucide-react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { postLogout } from '../../../contract/accounts/accounts.ts';
import { pages } from '../../../contract/paths.ts';
import { supportPages } from '../../../contract/support/paths.ts';
import { currentUserQuery, markSignedOut } from '../../accounts/current-user.ts';
import { localPartOf } from '../../accounts/initials.ts';
import { send } from '../../api/client.ts';
import { isOnline } from '../../handles/shared/is-online.ts';
import { firstHandlesQuery } from '../../own-handles/own-handles.ts';
import { askToLeave } from '../../ui/dialog/unsaved-changes-guard.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx';
import { toast, toastError } from '../../ui/toast/toast-store.ts';
import { loadScreen } from '../navigation/load-screen.ts';
import { screenAt } from '../routes/routes.tsx';

/** The account menu: email address, links and sign-out. Open when it is mounted. */
export function AccountMenu({ user, trigger }: { user: CurrentUser; trigger: ReactNode }) {
  const { data: handles } = useQuery(firstHandlesQuery);
  const signOut = useSignOut();
  const first = handles?.[0];
  const profile = first?.handle ?? localPartOf(user.email);
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuLabel>
        <span className="block font-semibold">Account</span>
        <span className="block truncate text-soft">{user.email}</span>
      </MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to={pages.manage()}>
          <AtSign aria-hidden /> Handles
        </Link>
      </MenuItem>
      <MenuItem asChild>
        {/* A page that is offline is not served: the link leads to the preview. */}
        <a href={first && !isOnline(first) ? pages.manageAppearance() : pages.profile(profile)}>
          <UserRound aria-hidden /> Profile
        </a>
      </MenuItem>
      <MenuItem asChild>
        <Link to={pages.profileSettings()}>
          <UserRoundCog aria-hidden /> Account
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to={supportPages.support()}>
          <LifeBuoy aria-hidden /> Support
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => askToLeave(signOut)}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </Menu>
  );
}

function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await send(postLogout);
    } catch {
      toastError('Logout failed', 'There was an error logging you out. Please try again.');
      return;
    }
    toast({ description: 'Logged out successfully.' });
    await loadScreen(screenAt(pages.home())).catch(() => {});
    // First unmounts the screens that show private data; they would refetch it when the cache is cleared.
    flushSync(() => markSignedOut(client));
    client.removeQueries({ predicate: ({ queryKey }) => hashKey(queryKey) !== hashKey(currentUserQuery.queryKey) });
    void navigate(pages.home());
  };
}
