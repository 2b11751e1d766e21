import { EllipsisVertical } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Handle } from '../../../contract/handles/handles.ts';
import { onDemand } from '../../ui/on-demand.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useMenuOnDemand } from '../../ui/use-menu-on-demand.ts';

const menu = onDemand(async () => (await import('./handle-menu.tsx')).HandleMenu);

/** Opens the menu of a handle. Its code is downloaded on hover or focus. */
export function HandleMenuButton({ handle, isFirst }: { handle: Handle; isFirst: boolean }) {
  const { Menu, open } = useMenuOnDemand(menu);
  if (Menu) return <Menu handle={handle} isFirst={isFirst} trigger={<Trigger name={handle.handle} />} />;
  return (
    <Trigger
      name={handle.handle}
      aria-haspopup="menu"
      onPointerEnter={menu.preload}
      onFocus={menu.preload}
      onClick={open}
    />
  );
}

function Trigger({ name, ...rest }: ComponentProps<'button'> & { name: string }) {
  return (
    <Tooltip text="Menu">
      <button
        {...rest}
        type="button"
        aria-label={`Menu of ${name}`}
        className="grid size-11 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text"
      >
        <EllipsisVertical className="size-5" aria-hidden />
      </button>
    </Tooltip>
  );
}
