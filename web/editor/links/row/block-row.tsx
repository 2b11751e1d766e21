import { CircleAlert, Ellipsis, ExternalLink, GripVertical, Pencil, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { type Block, isBlockAddress } from '../../../../contract/blocks/blocks.ts';
import type { Handle } from '../../../../contract/handles/handles.ts';
import { reportPages } from '../../../../contract/page-reports/paths.ts';
import { pages } from '../../../../contract/paths.ts';
import { hasRight } from '../../../../contract/roles.ts';
import { supportPages } from '../../../../contract/support/paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Switch } from '../../../ui/form/switch.tsx';
import { menuOnDemand } from '../../../ui/menu-on-demand.tsx';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';
import type { DraftBlock } from '../../shared/draft.ts';
import { useEditor } from '../../shared/editor-context.ts';
import { BlockIcon } from '../block-icon.tsx';
import type { GripEvents } from '../drag/use-drag.ts';
import { blockTitle } from '../shared/block-title.ts';
import type { MenuActions } from './block-menu.tsx';
import { BlockState } from './block-state.tsx';
import type { LinkCheck } from './use-link-check.ts';

const BlockMenu = menuOnDemand(async () => (await import('./block-menu.tsx')).BlockMenu);

export interface RowActions extends MenuActions {
  onShow: (shown: boolean) => void;
}

interface BlockRowProps extends RowActions {
  item: DraftBlock;
  index: number;
  count: number;
  now: number;
  /** The server's reason for not saving this block. */
  error: string | undefined;
  linkCheck: LinkCheck | undefined;
  /** Makes the grip start a drag, and describes that to screen readers. */
  grip: GripEvents & { 'aria-describedby': string };
}

const ICON_BUTTON =
  'grid size-11 shrink-0 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text [&_svg]:size-4.5';

/** One block: a handle to drag, its picture, title and address, a switch, and a menu. */
export function BlockRow({ item, index, count, now, error, linkCheck, grip, onShow, ...actions }: BlockRowProps) {
  const { key, block } = item;
  const { title, address } = blockTitle(block);
  const url = 'url' in block && isBlockAddress(block.url) ? block.url : undefined;
  const { handle } = useEditor();
  const fault = error ?? faultOf(block, handle, linkCheck);
  const way = error === undefined ? wayOutOf(block, handle) : undefined;
  return (
    <li
      // drag-layer.tsx sets the place of a dragged row.
      data-row={key}
      className={classNames(
        'flex flex-wrap items-center gap-x-1 rounded-card border bg-surface p-1.5 shadow-soft data-dragging:relative data-dragging:z-10 data-dragging:shadow-float sm:p-2',
        fault ? 'border-warning' : 'border-border',
      )}
    >
      <Tooltip text="Drag to reorder">
        <button
          {...grip}
          type="button"
          data-handle={key}
          aria-roledescription="sortable"
          aria-label={`Reorder ${title}`}
          className={classNames(ICON_BUTTON, '-mx-1.5 cursor-grab touch-none in-data-dragging:cursor-grabbing')}
        >
          <GripVertical aria-hidden />
        </button>
      </Tooltip>
      <span className={classNames('shrink-0 transition-opacity', block.hidden && 'opacity-45')}>
        <BlockIcon block={block} />
      </span>
      <div className="min-w-0 flex-1 px-2">
        <h3 className={classNames('truncate font-semibold', block.hidden && 'text-soft')}>
          <bdi>{title}</bdi>
        </h3>
        {address && (
          <p className="truncate text-sm text-soft">
            <bdi>{address}</bdi>
          </p>
        )}
        <BlockState block={block} now={now} />
      </div>
      {/* On phones only connected accounts have a second line; the menu has the same actions. */}
      <div
        className={classNames(
          'flex items-center max-sm:order-last max-sm:-mt-1 max-sm:ml-20',
          block.type !== 'network' && 'max-sm:hidden',
        )}
      >
        {url && (
          <Tooltip text="Visit">
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Visit ${title}, opens in a new tab`}
              className={ICON_BUTTON}
            >
              <ExternalLink aria-hidden />
            </a>
          </Tooltip>
        )}
        <IconButton label="Edit" name={title} onClick={actions.onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label="Remove" name={title} data-remove onClick={actions.onRemove} className="hover:text-danger!">
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <Switch
        label={`Show ${title} on your page`}
        checked={!block.hidden && !block.blocked}
        onChange={onShow}
        disabled={isKept(block)}
      />
      <BlockMenu
        trigger={<MenuTrigger rowKey={key} title={title} />}
        block={block}
        isFirst={index === 0}
        isLast={index === count - 1}
        actions={actions}
      />
      {fault && (
        <p className="flex basis-full items-start gap-1.5 px-2 pb-1 text-sm text-warning max-sm:order-last">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span>
            {fault}
            {way && (
              <>
                {' '}
                <Link to={way.to} className="font-medium underline underline-offset-2">
                  {way.label}
                </Link>
              </>
            )}
          </span>
        </p>
      )}
    </li>
  );
}

/** Returns whether an administrator or the operator's list hides a block, so that the owner cannot show it. */
const isKept = ({ blocked, heldBy }: Block) => blocked === true || heldBy !== undefined;

/** Returns where the user can change, or object to, what hides a block. */
function wayOutOf({ type, blocked, heldBy }: Block, handle: Handle): { to: string; label: string } | undefined {
  if (heldBy !== undefined) return { to: reportPages.appeal(handle.id, heldBy), label: 'See the reason, or appeal' };
  if (blocked) return { to: supportPages.support(), label: 'Ask us to look at it' };
  if (type !== 'contact' || handle.acceptsMail || !hasRight(handle, 'mail')) return undefined;
  return { to: pages.manageEmail(handle.id), label: 'Open Mail' };
}

/** Returns why visitors do not see a block, or see a broken link. */
function faultOf(block: Block, handle: Handle, linkCheck: LinkCheck | undefined): string | undefined {
  if (block.heldBy !== undefined) return 'An administrator hid this part of your page after reports.';
  if (block.blocked) {
    return 'Pages here cannot link to this address, so visitors do not see the link. Edit it to show it.';
  }
  if (block.type === 'contact' && !handle.acceptsMail) {
    return 'Visitors do not see this form while mail to the handle reaches nobody.';
  }
  if (block.type !== 'network' || !linkCheck) return undefined;
  // Links stored before names were validated may be broken.
  const isBroken = 'fault' in linkCheck(block.platform, block.username, block.url || undefined);
  return isBroken ? 'This link does not work. Edit it to fix it.' : undefined;
}

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
  /** The title of the block. */
  name: string;
}

function IconButton({ label, name, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button {...rest} type="button" aria-label={`${label} ${name}`} className={classNames(ICON_BUTTON, className)} />
    </Tooltip>
  );
}

function MenuTrigger({ rowKey, title, ...rest }: ComponentProps<'button'> & { rowKey: string; title: string }) {
  return (
    <button
      {...rest}
      type="button"
      data-menu={rowKey}
      aria-label={`More actions for ${title}`}
      className={classNames(ICON_BUTTON, '-mr-1.5 -ml-0.5')}
    >
      <Ellipsis aria-hidden />
    </button>
  );
}
