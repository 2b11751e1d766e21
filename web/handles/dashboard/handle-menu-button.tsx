import { EllipsisVertical } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import type { Handle } from '../../../contract/handles/handles.ts';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { menuOnDemand } from '../../ui/menu-on-demand.tsx';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';
import { isOnline } from '../shared/is-online.ts';

const ShareSheet = dialogOnDemand(async () => (await import('../shared/share-sheet.tsx')).ShareSheet);
const HandleMenu = menuOnDemand(async () => (await import('./handle-menu.tsx')).HandleMenu);

/** Opens the menu of a handle. */
export function HandleMenuButton({ handle, isFirst }: { handle: Handle; isFirst: boolean }) {
  const [shares, setShares] = useState(false);
  return (
    <>
      <HandleMenu
        handle={handle}
        isFirst={isFirst}
        onShare={() => setShares(true)}
        trigger={<Trigger name={handle.handle} />}
      />
      <ShareSheet open={shares} handle={handle.handle} isOnline={isOnline(handle)} onClose={() => setShares(false)} />
    </>
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
