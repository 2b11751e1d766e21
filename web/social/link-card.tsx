import { useSortable } from '@dnd-kit/sortable';
import { ArrowDown, ArrowUp, ExternalLink, GripVertical, Pencil, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { checkPlatformLink } from '../../contract/social/platform-links.ts';
import { isLinkAddress, isPlatformId } from '../../contract/social/platforms.ts';
import type { SocialLink } from '../../contract/social/social-links.ts';
import { PlatformIcon } from '../public-page/platform-icon.tsx';
import { classNames } from '../ui/class-names.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { platformLabel } from './shared/platform-label.ts';

interface LinkCardProps {
  link: SocialLink;
  isFirst: boolean;
  isLast: boolean;
  /** Moves the link one place up (-1) or down (1). */
  onStep: (by: 1 | -1) => void;
  onEdit: () => void;
  onRemove: () => void;
}

const ICON_BUTTON =
  'grid size-11 shrink-0 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text aria-disabled:opacity-40 [&_svg]:size-4.5';

export function LinkCard({ link, isFirst, isLast, onStep, onEdit, onRemove }: LinkCardProps) {
  const { platform, username, url } = link;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: platform,
  });
  const name = platformLabel(platform);
  // Links stored before names were validated may be broken.
  const isBroken = isPlatformId(platform) && 'fault' in checkPlatformLink(platform, username, url);
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
      className={classNames(
        'flex flex-wrap items-center gap-x-2 rounded-card border border-border bg-surface p-2 shadow-soft sm:flex-nowrap sm:p-3',
        isDragging && 'relative z-10 shadow-float',
      )}
    >
      <Tooltip text="Drag to reorder">
        <button
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          type="button"
          data-handle={platform}
          aria-label={`Reorder ${name}`}
          className={classNames(ICON_BUTTON, 'cursor-grab touch-none', isDragging && 'cursor-grabbing')}
        >
          <GripVertical aria-hidden />
        </button>
      </Tooltip>
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-muted [&_svg]:size-5 [&_svg]:fill-current">
        {isPlatformId(platform) && <PlatformIcon id={platform} />}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{name}</h3>
        <p className="truncate text-sm text-soft">{username}</p>
        {isBroken && <p className="text-sm text-warning">This link does not work. Edit it to fix it.</p>}
      </div>
      <div className="flex justify-end max-sm:basis-full">
        <StepButton
          label={`Move ${name} up`}
          isDisabled={isFirst}
          data-step={`${platform} -1`}
          className="max-sm:ml-0"
          onClick={() => onStep(-1)}
        >
          <ArrowUp aria-hidden />
        </StepButton>
        <StepButton
          label={`Move ${name} down`}
          isDisabled={isLast}
          data-step={`${platform} 1`}
          className="max-sm:mr-auto"
          onClick={() => onStep(1)}
        >
          <ArrowDown aria-hidden />
        </StepButton>
        {isLinkAddress(url) && (
          <Tooltip text="Visit">
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Visit ${name}, opens in a new tab`}
              className={ICON_BUTTON}
            >
              <ExternalLink aria-hidden />
            </a>
          </Tooltip>
        )}
        <Tooltip text="Edit">
          <button type="button" aria-label={`Edit ${name}`} onClick={onEdit} className={ICON_BUTTON}>
            <Pencil aria-hidden />
          </button>
        </Tooltip>
        <Tooltip text="Remove">
          <button
            type="button"
            data-remove
            aria-label={`Remove ${name}`}
            onClick={onRemove}
            className={classNames(ICON_BUTTON, 'text-danger!')}
          >
            <Trash2 aria-hidden />
          </button>
        </Tooltip>
      </div>
    </li>
  );
}

interface StepButtonProps extends ComponentProps<'button'> {
  label: string;
  /** Disabled at the end of the list, but still focusable, so that keyboard users keep their place. */
  isDisabled: boolean;
}

function StepButton({ label, isDisabled, className, onClick, ...rest }: StepButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        aria-disabled={isDisabled || undefined}
        onClick={isDisabled ? undefined : onClick}
        className={classNames(ICON_BUTTON, className)}
      />
    </Tooltip>
  );
}
