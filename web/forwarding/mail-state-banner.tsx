import { Link } from 'react-router';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { MAIL_STATE_VIEWS } from '../own-handles/mail-state/mail-state-view.ts';
import { mendOf } from '../own-handles/mail-state/mend.ts';
import { classNames } from '../ui/class-names.ts';
import { Button } from '../ui/form/button.tsx';
import { buttonStyle } from '../ui/form/button-style.ts';
import { RelativeTime } from '../ui/time/relative-time.tsx';
import type { Actions } from './actions/actions.ts';

interface MailStateBannerProps {
  handle: Handle;
  record: Forwarding | undefined;
  actions: Actions;
}

const SURFACES = {
  danger: 'border-danger/40 bg-danger-surface',
  warning: 'border-warning/40 bg-warning-surface',
  neutral: 'border-border bg-muted/60',
} as const;

/** The state of a handle's mail and its fix, above all tabs of the handle's screen. */
export function MailStateBanner({ handle, record, actions }: MailStateBannerProps) {
  const { state, reason, since } = handle.mail;
  const { label, Icon, text, tone } = MAIL_STATE_VIEWS[state];
  const surface = tone === 'danger' || tone === 'neutral' ? tone : 'warning';
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-card border p-4 sm:p-6',
        SURFACES[surface],
      )}
    >
      <Icon className={classNames('mt-0.5 size-5', state === 'works' ? 'text-warning' : text)} aria-hidden />
      <div className="grid gap-4">
        <div className="grid gap-1 text-sm">
          <h2 className="text-base font-semibold">{label}</h2>
          <p>
            {reason}
            {since !== null && (
              <>
                {' '}
                This began <RelativeTime at={since} />.
              </>
            )}
          </p>
          {handle.suspension && (
            <blockquote dir="auto" className="mt-2 border-s-2 border-border ps-3 wrap-anywhere whitespace-pre-wrap">
              {handle.suspension.answer}
            </blockquote>
          )}
        </div>
        <Mends handle={handle} record={record} actions={actions} />
      </div>
    </div>
  );
}

/** The buttons that fix the state. The dashboard also names the first one. */
function Mends({ handle, record, actions }: MailStateBannerProps) {
  const mend = mendOf(handle);
  if (!mend) return null;
  if (handle.mail.state === 'suspended') {
    return (
      <Link to={mend.to} className={`${buttonStyle('primary')} justify-self-start`}>
        {mend.label}
      </Link>
    );
  }
  if (!record) return null;
  const resend = () => actions.resend(record);
  const busy = actions.resending === record.id;
  const again = (
    <Button variant="secondary" busy={busy} onClick={resend}>
      Send the email again
    </Button>
  );
  switch (handle.mail.state) {
    case 'unverified':
      return <div>{again}</div>;
    case 'paused':
      return (
        <div>
          <Button onClick={() => actions.toggle(record, true)}>{mend.label}</Button>
        </div>
      );
    case 'unverifiable':
    case 'refuses':
    case 'stopped':
      return (
        <div className="flex flex-wrap gap-2.5">
          <Button onClick={() => actions.edit(handle, record)}>{mend.label}</Button>
          {handle.mail.state === 'unverifiable' && again}
          {handle.mail.state === 'refuses' && (
            <Button variant="secondary" onClick={() => actions.toggle(record, true)}>
              Forward again
            </Button>
          )}
        </div>
      );
    default:
      return null;
  }
}
