import { Ban, CircleCheck, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Contact } from '../../../../contract/sending/contacts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyButton } from '../../../ui/form/copy-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';

interface ContactRowProps {
  contact: Contact;
  isBlocking: boolean;
  onBlock: () => void;
  onDelete: () => void;
}

/** One contact with the address to write to. */
export function ContactRow({ contact, isBlocking, onBlock, onDelete }: ContactRowProps) {
  const { address, name, writeTo, blocked } = contact;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-2 py-3 pr-2 pl-4 sm:pr-4 sm:pl-6">
      <div className="min-w-0 py-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name || address}</span>
          {blocked && (
            <Badge tone="danger">
              <Ban aria-hidden /> Blocked
            </Badge>
          )}
        </p>
        {name && <p className="text-sm wrap-anywhere text-soft">{address}</p>}
        <p className="text-sm text-soft">
          <Activity contact={contact} />
        </p>
      </div>
      <div className="flex">
        <IconButton
          text={blocked ? 'Unblock' : 'Block'}
          label={`${blocked ? 'Unblock' : 'Block'} ${address}`}
          busy={isBlocking}
          onClick={onBlock}
        >
          {blocked ? <CircleCheck aria-hidden /> : <Ban aria-hidden />}
        </IconButton>
        <IconButton text="Delete" label={`Delete ${address}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      {writeTo && !blocked && (
        <div className="col-span-2 mr-2 flex items-center rounded-control bg-muted/70 pl-3">
          <p className="min-w-0 flex-1 py-1.5 text-xs/relaxed wrap-anywhere">
            <span className="text-soft">Write to </span>
            <span className="font-medium">{writeTo}</span>
          </p>
          <CopyButton text={writeTo} label={`Copy the address to write to ${name || address}`} />
        </div>
      )}
    </div>
  );
}

function Activity({ contact: { lastReceivedAt, lastSentAt, createdAt } }: { contact: Contact }) {
  if (!lastReceivedAt && !lastSentAt) {
    return (
      <>
        Added <RelativeTime at={createdAt} />, no mail yet
      </>
    );
  }
  return (
    <>
      {lastReceivedAt && (
        <>
          Wrote to you <RelativeTime at={lastReceivedAt} />
        </>
      )}
      {lastReceivedAt && lastSentAt && ' · '}
      {lastSentAt && (
        <>
          You wrote <RelativeTime at={lastSentAt} />
        </>
      )}
    </>
  );
}

interface IconButtonProps {
  text: string;
  label: string;
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function IconButton({ text, label, busy = false, onClick, children }: IconButtonProps) {
  return (
    <Tooltip text={text}>
      <button
        type="button"
        aria-label={label}
        aria-busy={busy || undefined}
        onClick={onClick}
        className="grid size-11 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text [&_svg]:size-4.5"
      >
        {busy ? <Spinner /> : children}
      </button>
    </Tooltip>
  );
}
