import type { ComponentProps } from 'react';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { initialsOf } from '../../accounts/initials.ts';
import { onDemand } from '../../ui/on-demand.ts';
import { useMenuOnDemand } from '../../ui/use-menu-on-demand.ts';

const menu = onDemand(async () => (await import('./account-menu.tsx')).AccountMenu);

/** The avatar with the initials. The code of its menu is downloaded on hover or focus. */
export function AccountButton({ user }: { user: CurrentUser }) {
  const { Menu, open } = useMenuOnDemand(menu);
  if (Menu) return <Menu user={user} trigger={<Avatar initials={initialsOf(user.email)} />} />;
  return (
    <Avatar
      initials={initialsOf(user.email)}
      aria-haspopup="menu"
      onPointerEnter={menu.preload}
      onFocus={menu.preload}
      onClick={open}
    />
  );
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
