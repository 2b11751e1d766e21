import type { ReactNode } from 'react';
import { PageSpinner } from '../ui/spinner.tsx';
import { useAdminCheck } from './admin-check.ts';
import { AdminLinks } from './admin-links.tsx';
import { PasskeyScreen } from './passkey-screen.tsx';
import { SideMenu } from './side-menu.tsx';

interface AdminFrameProps {
  title: string;
  /** Shown to users who are not administrators. */
  denied: ReactNode;
  /** Mounted, and its data requested, only after the user is known to be an administrator. */
  children: ReactNode;
}

/** The frame of every admin screen: access check, header and navigation. */
export function AdminFrame({ title, denied, children }: AdminFrameProps) {
  const check = useAdminCheck();
  if (check === 'checking') return <CheckingAdmin />;
  if (check !== 'admin') {
    return (
      <div className="mx-auto w-full max-w-[40rem] px-4 py-16 sm:py-24">
        {check === 'not admin' ? denied : <PasskeyScreen owed={check} />}
      </div>
    );
  }
  return (
    <>
      <div className="border-b border-border bg-surface">
        <div className="page-width flex items-center gap-4 py-2.5">
          <div className="mr-auto">
            <p className="text-lg leading-tight font-bold tracking-tight">Admin Panel</p>
            <p className="text-sm text-soft">System Administration</p>
          </div>
          <AdminLinks className="flex gap-1 max-md:hidden" />
          <div className="md:hidden">
            <SideMenu />
          </div>
        </div>
      </div>
      <div className="page-width pt-6 pb-16">
        <h1 className="mb-5 text-2xl font-bold">{title}</h1>
        {children}
      </div>
    </>
  );
}

/** Shown while the access check runs. */
export function CheckingAdmin() {
  return <PageSpinner label="Checking permissions" />;
}
