import { ArrowRight, MailPlus, Pencil, Route, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { MailState } from '../../contract/forwarding/mail-state.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { useSite } from '../api/site.ts';
import { MAIL_STATE_VIEWS } from '../own-handles/mail-state/mail-state-view.ts';
import { Card } from '../ui/card.tsx';
import { Button } from '../ui/form/button.tsx';
import { buttonStyle } from '../ui/form/button-style.ts';
import { CopyButton } from '../ui/form/copy-button.tsx';
import { Switch } from '../ui/form/switch.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Tooltip } from '../ui/tooltip/tooltip.tsx';
import type { Actions } from './actions/actions.ts';
import { statusOf, stillDeliveringTo } from './forwarding-query.ts';
import { StatusBadge } from './status-badge.tsx';

interface ForwardingRowProps {
  handle: Handle;
  record: Forwarding | undefined;
  actions: Actions;
  /** True if the screen shows only this handle, followed by its mail details. */
  isSingle: boolean;
  /** Below the addresses: the state of the mail, unless the screen shows it elsewhere. */
  children?: ReactNode;
}

/** A row with the address of a handle, the inbox that it forwards to, and controls. */
export function ForwardingRow({ handle, record, actions, isSingle, children }: ForwardingRowProps) {
  const { mailDomain } = useSite();
  const address = `${handle.handle}@${mailDomain}`;
  return (
    <Card className="grid grid-cols-1 gap-4" onPointerEnter={actions.preload} onFocus={actions.preload}>
      <div className="grid items-center gap-x-4 gap-y-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <div className="flex min-w-0 items-center gap-1">
          <p className="min-w-0 font-semibold wrap-anywhere">{address}</p>
          {handle.acceptsMail && <CopyButton text={address} label={`Copy ${address}`} />}
        </div>
        <ArrowRight className="size-5 text-accent max-md:rotate-90" aria-label="forwards to" />
        {record ? (
          <Target handle={handle} record={record} actions={actions} />
        ) : (
          <Button variant="brand" className="max-md:w-full md:justify-self-end" onClick={() => actions.edit(handle)}>
            <MailPlus aria-hidden /> Add Email
          </Button>
        )}
      </div>
      {children}
      {record && <Controls {...{ handle, record, actions, isSingle, address }} />}
    </Card>
  );
}

/** The inbox. A click changes a verified address and resends the verification mail of a pending one. */
function Target({ handle, record, actions }: { handle: Handle; record: Forwarding; actions: Actions }) {
  const pending = record.active === 0;
  const status = statusOf(record);
  const sending = actions.resending === record.id;
  const still = stillDeliveringTo(record);
  return (
    <div className="min-w-0">
      <Tooltip
        text={
          pending
            ? 'Send the verification email again. Inboxes that have blocked our verification emails do not receive it.'
            : 'Change this address'
        }
      >
        <button
          type="button"
          aria-busy={sending || undefined}
          onClick={() => (pending ? actions.resend(record) : actions.edit(handle, record))}
          className="flex min-h-14 w-full min-w-0 items-center justify-between gap-3 rounded-control border border-border bg-muted/60 px-3.5 py-2 text-left transition-colors hover:bg-hover"
        >
          <span className="grid min-w-0 gap-1">
            <span className="font-medium wrap-anywhere">{record.forwarding_email}</span>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
              <StatusBadge status={pending ? 'pending' : 'verified'} verifiedLabel="Verified" mail={handle.mail} />
              {status === 'off' && <StatusBadge status="off" verifiedLabel="Verified" />}
              {pending && <span>Click to resend the mail</span>}
            </span>
          </span>
          {sending && <Spinner />}
        </button>
      </Tooltip>
      {still && <p className="mt-2 text-sm break-words text-soft">Mail still goes to {still}</p>}
    </div>
  );
}

function Controls({
  handle,
  record,
  actions,
  isSingle,
  address,
}: ForwardingRowProps & { record: Forwarding; address: string }) {
  return (
    <div className="-mb-1 flex flex-wrap items-center gap-1 border-t border-border pt-3 sm:-mb-3">
      <div className="mr-auto flex items-center gap-2.5">
        <Switch
          checked={record.isActive}
          muted={record.isActive && handle.mail.state !== 'works'}
          label={`Forward mail to ${address}`}
          onChange={(isActive) => actions.toggle(record, isActive)}
        />
        <span className="text-sm font-medium">{switchLabel(record, handle.mail)}</span>
      </div>
      {!isSingle && (
        <Link to={pages.manageEmail(handle.id)} className={`${buttonStyle('ghost')} max-sm:order-last max-sm:w-full`}>
          <Route aria-hidden /> Where did it go?<span className="sr-only"> Mail to {address}</span>
        </Link>
      )}
      <Button variant="ghost" className="max-sm:min-w-11 max-sm:px-3" onClick={() => actions.edit(handle, record)}>
        <Pencil aria-hidden /> <span className="max-sm:sr-only">Change</span>
      </Button>
      <Button variant="quiet-danger" className="max-sm:min-w-11 max-sm:px-3" onClick={() => actions.askRemove(record)}>
        <Trash2 aria-hidden /> <span className="max-sm:sr-only">Remove</span>
      </Button>
    </div>
  );
}

/** Describes the effect of the switch, which delivers nothing while no inbox is verified. */
function switchLabel({ isActive }: Forwarding, { state }: MailState): string {
  if (!isActive) return 'Forwarding is off';
  if (state === 'works') return 'Forwarding is on';
  return state === 'unverified' ? 'Starts once verified' : MAIL_STATE_VIEWS[state].label;
}
