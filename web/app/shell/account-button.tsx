import type { ComponentProps } from 'react';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { initialsOf } from '../../accounts/initials.ts';
import { menuOnDemand } from '../../ui/menu-on-demand.tsx';

const AccountMenu = menuOnDemand(async () => (await import('./account-menu.tsx')).AccountMenu);

/** The avatar with the initials, which opens a menu. */
export function AccountButton({ user }: { user: CurrentUser }) {
  return <AccountMenu user={user} trigger={<Avatar initials={initialsOf(user.email)} />} />;
}

function Avatar({ initials, ...rest }: ComponentProps<'button'> & { initials: string }) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={`${initials}, account menu`}
      className="neon-edge grid size-11 place-items-center rounded-full text-sm font-semibold text-on-ink transition-[filter] hover:brightness-125"
    >
      {initials}
    </button>
  );
}
