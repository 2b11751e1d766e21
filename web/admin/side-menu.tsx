import { Menu, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { buttonStyle } from '../ui/form/button-style.ts';
import { AdminLinks } from './admin-links.tsx';

/** The admin navigation on phones: a drawer that slides in from the side. */
export function SideMenu() {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label="Open admin menu" className={buttonStyle('secondary')}>
        <Menu aria-hidden />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-(--scrim) data-[state=closed]:animate-leave" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] animate-fade flex-col overflow-y-auto border-r border-border bg-raised p-4 text-text shadow-float outline-none data-[state=closed]:animate-leave"
        >
          <Dialog.Title className="pr-12 pl-3 text-lg font-bold">Admin Panel</Dialog.Title>
          <p className="mb-4 pl-3 text-sm text-soft">System Administration</p>
          <AdminLinks onNavigate={() => setOpen(false)} className="grid gap-1" />
          <p className="mt-auto px-3 pt-6 text-xs text-soft">
            <span className="block font-semibold text-text">Logged in as admin</span>
            <span className="block">Access restricted to authorized users</span>
          </p>
          <Dialog.Close
            aria-label="Close"
            className="absolute top-2.5 right-2.5 grid size-11 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text"
          >
            <X className="size-5" aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
