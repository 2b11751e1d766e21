import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { CurrentUser } from '../../contract/accounts.ts';
import { initialsOf } from '../accounts/initials.ts';

const loadMenu = () => import('./account-menu.tsx');
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

/** The avatar with two letters. Its menu is loaded with the first intent to open it. */
export function AccountButton({ user }: { user: CurrentUser }) {
  const [wanted, setWanted] = useState(false);
  const avatar = (
    <Avatar
      initials={initialsOf(user.email)}
      aria-haspopup="menu"
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return avatar;
  return (
    <Suspense fallback={avatar}>
      <AccountMenu user={user} trigger={<Avatar initials={initialsOf(user.email)} />} />
    </Suspense>
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
