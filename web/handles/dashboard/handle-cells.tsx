import { CircleAlert, Eye, EyeOff, Link, type LucideIcon, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import type { HandleFigures } from '../../../contract/dashboard/dashboard.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { hasRight } from '../../../contract/roles.ts';
import { type ForwardingStatus, statusOfHandle } from '../../own-handles/mail-state/forwarding-status.ts';
import { MAIL_STATE_VIEWS } from '../../own-handles/mail-state/mail-state-view.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { statusLabel } from './status-labels.ts';

const MAIL_WORDS: Record<ForwardingStatus, string> = {
  verified: 'Active',
  pending: 'Pending Verification',
  none: 'Disabled',
  off: 'Disabled',
};

const number = new Intl.NumberFormat('en-US');

/**
 * The state of a handle's mail, or its status if it is not active. Renders nothing for editors of a team, who may not
 * see its mail.
 */
export function StateCell({ handle, compact }: { handle: Handle; compact?: boolean }) {
  if (handle.status !== 'active') {
    return (
      <Cell label="Status" compact={compact}>
        <State word={statusLabel(handle)} Icon={CircleAlert} colour="text-warning" />
      </Cell>
    );
  }
  if (!hasRight(handle, 'mail')) return null;
  return (
    <Cell label="Email" compact={compact}>
      <MailWord handle={handle} />
    </Cell>
  );
}

/**
 * The forwarding status, in a colour for the state of the mail. If mail does not arrive, the second line gives that
 * state.
 */
function MailWord({ handle }: { handle: Handle }) {
  const { state } = handle.mail;
  const { label, Icon, text } = MAIL_STATE_VIEWS[state];
  return (
    <span className="grid justify-items-start">
      <State word={MAIL_WORDS[statusOfHandle(handle)]} Icon={Icon} colour={text} />
      {state !== 'works' && state !== 'unverified' && <span className="text-xs font-normal text-soft">{label}</span>}
    </span>
  );
}

interface FigureCellsProps {
  handle: Handle;
  /** Undefined while they are loading, null if they could not be loaded. */
  figures: HandleFigures | null | undefined;
  pageOff?: boolean;
  /** Replaces each name with an icon below 1280 px. */
  compact?: boolean;
  className?: string;
}

/** The figures of a handle: links, last mail and views. An editor of a team sees only its links. */
export function FigureCells({ handle, figures, pageOff = false, ...cell }: FigureCellsProps) {
  const isLoading = figures === undefined;
  return (
    <>
      <Cell label="Links" Icon={Link} {...cell}>
        {isLoading ? <Waiting /> : shown(figures?.links)}
      </Cell>
      <Cell label="Last mail" Icon={Mail} {...cell}>
        {isLoading ? (
          <Waiting wide />
        ) : figures?.lastMailAt ? (
          <RelativeTime at={figures.lastMailAt} />
        ) : (
          none(hasRight(handle, 'mail'))
        )}
      </Cell>
      <Cell label={pageOff ? <PageOff /> : 'Views, 30 days'} Icon={pageOff ? EyeOff : Eye} {...cell}>
        {isLoading ? <Waiting /> : shown(figures?.views, hasRight(handle, 'manage'))}
      </Cell>
    </>
  );
}

function PageOff() {
  return (
    <span className="flex items-center gap-1">
      <EyeOff className="size-3.5" aria-hidden /> Page off
      <span className="sr-only">, views in 30 days</span>
    </span>
  );
}

/** Replaces a figure that is missing, or that the user may not see. */
function none(isVisible = true): ReactNode {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">{isVisible ? 'none' : 'not shared with you'}</span>
    </>
  );
}

const shown = (count: number | null | undefined, isVisible = true) =>
  typeof count === 'number' ? number.format(count) : none(isVisible);

interface CellProps {
  label: ReactNode;
  Icon?: LucideIcon;
  compact?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A value with its name below. The name comes first for screen readers, as in every description list. */
function Cell({ label, Icon, compact = false, className, children }: CellProps) {
  return (
    <div className={classNames('flex min-w-0 flex-col-reverse justify-end', className)}>
      <dt className={classNames('text-xs text-soft', compact && 'max-xl:sr-only')}>{label}</dt>
      <dd
        className={classNames(
          'flex min-h-5.5 items-center gap-1 text-sm font-medium tabular-nums',
          compact && 'max-xl:min-h-5',
          compact && Icon && 'max-xl:text-xs',
        )}
      >
        {compact && Icon && <Icon className="size-3.5 shrink-0 text-soft xl:hidden" aria-hidden />}
        {children}
      </dd>
    </div>
  );
}

function Waiting({ wide = false }: { wide?: boolean }) {
  return <Skeleton className={wide ? 'h-4 w-20' : 'h-4 w-6'} />;
}

function State({ word, Icon, colour }: { word: string; Icon: LucideIcon; colour: string }) {
  return (
    <span className={classNames('flex items-center gap-1.5', colour)}>
      <Icon className="size-4 shrink-0" aria-hidden /> {word}
    </span>
  );
}
