import { ArrowDown, ArrowUp, CalendarClock, CopyPlus, ExternalLink, Pencil, Star, StarOff, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Block, isBlockAddress, SINGLE_BLOCK_TYPES } from '../../../../contract/blocks/blocks.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';

export interface MenuActions {
  onEdit: () => void;
  onFeature: (featured: boolean) => void;
  onSchedule: () => void;
  onDuplicate: () => void;
  /** Moves the block one place up (-1) or down (1). */
  onStep: (by: 1 | -1) => void;
  onRemove: () => void;
}

interface BlockMenuProps {
  trigger: ReactNode;
  block: Block;
  isFirst: boolean;
  isLast: boolean;
  actions: MenuActions;
}

/** Block types that can be shown larger. */
const FEATURED: readonly Block['type'][] = ['network', 'link', 'embed'];

/** The menu of a block. Open when it is mounted. */
export function BlockMenu({ trigger, block, isFirst, isLast, actions }: BlockMenuProps) {
  const isSingle = (SINGLE_BLOCK_TYPES as readonly string[]).includes(block.type);
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem onSelect={actions.onEdit}>
        <Pencil aria-hidden /> Edit
      </MenuItem>
      {'url' in block && isBlockAddress(block.url) && (
        <MenuItem asChild>
          <a href={block.url} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden /> Visit
          </a>
        </MenuItem>
      )}
      {FEATURED.includes(block.type) && (
        <MenuItem onSelect={() => actions.onFeature(!block.featured)}>
          {block.featured ? (
            <>
              <StarOff aria-hidden /> Show as usual
            </>
          ) : (
            <>
              <Star aria-hidden /> Feature it
            </>
          )}
        </MenuItem>
      )}
      <MenuItem onSelect={actions.onSchedule}>
        <CalendarClock aria-hidden /> Schedule
      </MenuItem>
      {!isSingle && (
        <MenuItem onSelect={actions.onDuplicate}>
          <CopyPlus aria-hidden /> Duplicate
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem disabled={isFirst} onSelect={() => actions.onStep(-1)} className="data-[disabled]:opacity-40">
        <ArrowUp aria-hidden /> Move up
      </MenuItem>
      <MenuItem disabled={isLast} onSelect={() => actions.onStep(1)} className="data-[disabled]:opacity-40">
        <ArrowDown aria-hidden /> Move down
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={actions.onRemove} className="text-danger! [&_svg]:text-danger!">
        <Trash2 aria-hidden /> Remove
      </MenuItem>
    </Menu>
  );
}
