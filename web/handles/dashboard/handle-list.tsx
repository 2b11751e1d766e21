import type { ReactNode } from 'react';
import type { Handle } from '../../../contract/handles/handles.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { FiguresOf } from './handle-figures.ts';
import { HandleRow } from './handle-row.tsx';
import { useOpenHandles } from './open-handles.ts';

export interface HandleListProps {
  handles: readonly Handle[];
  /** Id of the default handle of other screens. */
  firstId: number | undefined;
  /** Id of the handle that the card above the list is about. */
  guidedId?: number | undefined;
  figuresOf: FiguresOf;
  /** The forwarding and renewal blocks of a handle's card. */
  forwardingBlock: (handle: Handle) => ReactNode;
  renewalBlock: (handle: Handle) => ReactNode;
  /** Whether there are more handles than these. */
  more?: boolean;
}

const FRAME = 'grid grid-cols-1 divide-y divide-border rounded-card border border-border bg-surface shadow-soft';
/** Widths of names that are loading. */
const NAMES = ['w-56', 'w-44', 'w-64'];

/** Handles as rows. A single handle is open. */
export function HandleList(props: HandleListProps) {
  const { handles, firstId, guidedId, figuresOf, forwardingBlock, renewalBlock, more = false } = props;
  const { isOpen, toggle } = useOpenHandles();
  const alone = handles.length === 1 && !more;
  return (
    <ul className={FRAME}>
      {handles.map((handle) => (
        <li key={handle.id}>
          <HandleRow
            handle={handle}
            isFirst={handle.id === firstId}
            isGuided={handle.id === guidedId}
            open={isOpen(handle.id, alone)}
            onToggle={() => toggle(handle.id, alone)}
            figuresOf={figuresOf}
            forwarding={forwardingBlock(handle)}
            renewal={renewalBlock(handle)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Placeholder of a list that is loading, with rows of the same size. */
export function HandleListSkeleton() {
  return (
    <div className={FRAME}>
      {NAMES.map((width) => (
        <div key={width} className="flex min-h-18 items-center gap-3 px-4">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
            <Skeleton className={`h-4 max-w-full ${width}`} />
            <Skeleton className="h-3.5 w-40 max-w-full" />
          </div>
          <Skeleton className="h-4 w-20 max-xl:hidden" />
          <Skeleton className="mx-6 h-4 w-16 max-xl:hidden" />
          <Skeleton className="size-8 rounded-control" />
        </div>
      ))}
    </div>
  );
}
