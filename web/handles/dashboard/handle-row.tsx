import { ChevronDown } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId } from 'react';
import type { Handle } from '../../../contract/handles/handles.ts';
import { classNames } from '../../ui/class-names.ts';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';
import { dueAct } from './due-act.ts';
import { DueButton } from './due-button.tsx';
import { FigureCells, StateCell } from './handle-cells.tsx';
import { HandleDetails } from './handle-details.tsx';
import type { FiguresOf } from './handle-figures.ts';
import { HandleMenuButton } from './handle-menu-button.tsx';
import { HandleName } from './handle-name.tsx';

export interface HandleRowProps {
  handle: Handle;
  /** Whether it is the default handle of other screens. */
  isFirst: boolean;
  open: boolean;
  onToggle: () => void;
  figuresOf: FiguresOf;
  forwarding: ReactNode;
  renewal: ReactNode;
  /** The card above the list names what is due. */
  isGuided?: boolean;
}

/** Columns of a closed row on a wide screen: addresses, mail, links, last mail, views, what is due, menu and arrow. */
const ROW_COLUMNS = 'xl:grid-cols-[minmax(0,1fr)_10.25rem_2.25rem_6.5rem_5.5rem_7.75rem_auto]';

/** One handle: a row of 72 px, or of 120 px on a phone, that opens into its card. */
export function HandleRow(props: HandleRowProps) {
  const { handle, isFirst, open, onToggle, figuresOf, forwarding, renewal, isGuided = false } = props;
  const details = useId();
  const figures = figuresOf(handle.id);
  const isDue = !isGuided && dueAct(handle) !== null;
  const due = isDue && <DueButton handle={handle} open={open} onOpen={onToggle} />;

  /** A click outside the controls also toggles the row, unless it ends a text selection. */
  function toggleByRow({ target }: MouseEvent) {
    if (!(target instanceof Element) || target.closest('a, button, [role=menu]')) return;
    if (window.getSelection()?.isCollapsed !== false) onToggle();
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button with the arrow does the same for the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div
        onClick={toggleByRow}
        className={classNames(
          'grid min-h-18 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 px-3 py-2 sm:gap-x-4 sm:px-4 xl:py-1.5',
          !open && ROW_COLUMNS,
          !open && 'transition-colors hover:bg-hover/40',
        )}
      >
        <HandleName handle={handle} open={open} />
        {!open && (
          <div className="order-last col-span-2 flex items-center justify-between gap-x-4 xl:contents">
            <div className={classNames('min-w-0 xl:contents', !isDue && 'flex flex-wrap items-center gap-x-4')}>
              <dl className="xl:order-1">
                <StateCell handle={handle} compact />
              </dl>
              <dl className="flex flex-wrap gap-x-3 xl:contents">
                <FigureCells
                  handle={handle}
                  figures={figures}
                  pageOff={!handle.profilePage}
                  compact
                  className="xl:order-2"
                />
              </dl>
            </div>
            <div className="shrink-0 xl:order-3 xl:justify-self-end">{due}</div>
          </div>
        )}
        <div className="col-start-2 row-start-1 -me-2 flex justify-end xl:order-4 xl:col-start-auto xl:row-start-auto">
          <HandleMenuButton handle={handle} isFirst={isFirst} />
          <Tooltip text={open ? 'Close' : 'Open'}>
            <button
              type="button"
              aria-expanded={open}
              aria-controls={open ? details : undefined}
              aria-label={`Details of ${handle.handle}`}
              onClick={onToggle}
              className="grid size-11 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text"
            >
              <ChevronDown className={classNames('size-5 transition-transform', open && 'rotate-180')} aria-hidden />
            </button>
          </Tooltip>
        </div>
      </div>
      {open && (
        <div id={details} className="px-3 pb-4 sm:px-4">
          <HandleDetails
            handle={handle}
            isFirst={isFirst}
            due={due}
            figures={figures}
            forwarding={forwarding}
            renewal={renewal}
          />
        </div>
      )}
    </>
  );
}
