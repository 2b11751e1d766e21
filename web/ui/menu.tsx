import { DropdownMenu as Base } from 'radix-ui';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';

interface MenuProps {
  trigger: ReactNode;
  defaultOpen?: boolean;
  children: ReactNode;
}

/** A dropdown menu. It has no portal and therefore stays inside the landmark of its trigger. */
export function Menu({ trigger, defaultOpen = false, children }: MenuProps) {
  const [open, setOpen] = useState(defaultOpen);
  return (
    <Base.Root open={open} onOpenChange={setOpen} modal={false}>
      <Base.Trigger asChild>{trigger}</Base.Trigger>
      <Base.Content
        align="end"
        sideOffset={8}
        collisionPadding={12}
        // Radix gives Escape only to the layer that opened last, which may be a toast.
        onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && setOpen(false)}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) w-64 max-w-[calc(100vw-1.5rem)] animate-enter overflow-y-auto overscroll-contain rounded-card border border-border bg-raised p-1.5 text-text shadow-float"
      >
        {children}
      </Base.Content>
    </Base.Root>
  );
}

/** The label at the top of a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Base.Label className="px-3 pt-2 pb-2.5 text-sm">{children}</Base.Label>;
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1.5 my-1.5 h-px bg-border" />;
}

/** One item of a menu; with `asChild` its child, such as a link, becomes the item. */
export function MenuItem({ className, ...rest }: ComponentProps<typeof Base.Item>) {
  return (
    <Base.Item
      {...rest}
      className={classNames(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 text-sm font-medium text-text no-underline outline-none',
        'data-[highlighted]:bg-hover [&_svg]:size-4.5 [&_svg]:text-soft',
        className,
      )}
    />
  );
}
