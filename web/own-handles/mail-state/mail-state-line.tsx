import { Link } from 'react-router';
import type { Handle } from '../../../contract/handles/handles.ts';
import { classNames } from '../../ui/class-names.ts';
import { MAIL_STATE_VIEWS } from './mail-state-view.ts';
import { mendOf } from './mend.ts';

interface MailStateLineProps {
  handle: Handle;
  /** False to leave out the link to the fix. */
  hasMend?: boolean;
  className?: string;
}

/** The state of a handle's mail in one paragraph, with its reason and the fix. Renders nothing if mail works. */
export function MailStateLine({ handle, hasMend = true, className }: MailStateLineProps) {
  const { state, reason } = handle.mail;
  if (reason === null) return null;
  const { label, Icon, text } = MAIL_STATE_VIEWS[state];
  const mend = hasMend ? mendOf(handle) : null;
  return (
    <div className={classNames('grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-sm', className)}>
      <Icon className={classNames('mt-0.5 size-4', state === 'works' ? 'text-warning' : text)} aria-hidden />
      <div>
        <p>
          {/* A reason may begin with the label, as it does for a handle without an inbox. */}
          {state !== 'works' && !reason.startsWith(label) && (
            <span className={classNames('font-semibold', text)}>{label}. </span>
          )}
          {reason}
        </p>
        {mend && (
          <Link to={mend.to} className="inline-flex min-h-11 items-center font-medium text-accent underline">
            {mend.label}
            <span className="sr-only"> for {handle.handle}</span>
          </Link>
        )}
      </div>
    </div>
  );
}
