import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { Delivery } from '../../../../contract/forwarding/delivery-log.ts';
import { TONE_SURFACE } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { STATE_DISPLAY } from './delivery-state.ts';
import { StateText, TONE_TEXT } from './state-text.tsx';

interface DeliveryItemProps {
  delivery: Delivery;
  /** The sender or the recipient, and whatever else is above the state. */
  heading: ReactNode;
  /** The time, after the state. */
  time: ReactNode;
  /** Classes and content of the end of the row, before its arrow. */
  end?: { className: string; content: ReactNode };
  isOpen: boolean;
  onToggle: () => void;
  onApproach?: () => void;
  children: ReactNode;
}

/** One message in a list: its people, state and time. It expands to its details. */
export function DeliveryItem({
  delivery,
  heading,
  time,
  end,
  isOpen,
  onToggle,
  onApproach,
  children,
}: DeliveryItemProps) {
  const detailsId = useId();
  const { icon: Icon, tone } = STATE_DISPLAY[delivery.state];
  const arrow = (className: string) => (
    <ChevronDown
      aria-hidden
      className={classNames(className, 'transition-transform duration-150', isOpen && 'rotate-180')}
    />
  );
  return (
    <li className="border-b border-border last:border-0">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onPointerEnter={onApproach}
          onFocus={onApproach}
          onClick={onToggle}
          className="grid w-full grid-cols-[2.25rem_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3 text-left -outline-offset-2 transition-colors hover:bg-hover/50 sm:px-6"
        >
          <span className={classNames('grid size-9 place-items-center rounded-full', TONE_SURFACE[tone])}>
            <Icon className="size-4.5" aria-hidden />
          </span>
          <span className="grid min-w-0 gap-0.5">
            {heading}
            <span className="text-sm">
              <span className={classNames('font-medium', TONE_TEXT[tone])}>
                <StateText delivery={delivery} />
              </span>
              {time}
            </span>
          </span>
          {end ? (
            <span className={end.className}>
              {end.content}
              {arrow('size-4')}
            </span>
          ) : (
            arrow('size-4 text-soft')
          )}
        </button>
      </h3>
      <div id={detailsId} hidden={!isOpen} className="px-4 pt-2 pb-5 sm:px-6">
        {isOpen && children}
      </div>
    </li>
  );
}
