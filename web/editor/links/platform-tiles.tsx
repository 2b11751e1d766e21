import { Plus } from 'lucide-react';
import type { PlatformId } from '../../../contract/social/networks.ts';
import { PlatformIcon } from '../../public-page/icons/platform-icon.tsx';
import { platformLabel } from '../../social/shared/platform-label.ts';

interface PlatformTilesProps {
  platforms: readonly { id: PlatformId }[];
  onAdd: (platform: PlatformId) => void;
}

/** A tile for each platform that is not connected. */
export function PlatformTiles({ platforms, onAdd }: PlatformTilesProps) {
  if (platforms.length === 0) return null;
  return (
    <>
      <h2 className="mt-10 mb-4 text-lg font-semibold sm:text-xl">Add a platform</h2>
      <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 sm:gap-3">
        {platforms.map(({ id }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={`Add ${platformLabel(id)}`}
              onClick={() => onAdd(id)}
              className="flex min-h-14 w-full items-center gap-3 rounded-control border border-border bg-surface px-3 text-left text-sm font-medium shadow-soft transition-colors hover:bg-hover [&_svg]:size-5 [&_svg]:shrink-0"
            >
              <span className="[&_svg]:fill-current">
                <PlatformIcon id={id} />
              </span>
              <span className="min-w-0 flex-1">{platformLabel(id)}</span>
              <Plus className="size-4! text-soft" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
