import { CircleAlert, CircleCheck, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Handle } from '../../../contract/handles/handles.ts';
import { pages } from '../../../contract/paths.ts';
import type { Plan } from '../../../contract/payments/plans.ts';
import { useSite } from '../../api/site.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/form/copy-button.tsx';
import { HandlePicture } from './handle-picture.tsx';
import { statusLabel } from './status-labels.ts';

const PLAN_TONES: Record<Plan, Tone> = { Free: 'neutral', Plus: 'info', Deluxe: 'accent', Vanity: 'accent' };

/** On a phone, handles with more letters are smaller and show the host only in the email address. */
const LONG = 20;

/**
 * The picture and the addresses of a handle, each address with a copy button; in an open row, also plan and status. On
 * a phone, a closed row shows the handle once, the host only in the email address, and of that only the part from the
 * @. The email address is shown while mail to it reaches an inbox.
 */
export function HandleName({ handle, open }: { handle: Handle; open: boolean }) {
  const { origin, host, mailDomain } = useSite();
  const email = `${handle.handle}@${mailDomain}`;
  const isLong = !open && handle.handle.length > LONG;
  // The email address also shows the host.
  const isHostBelow = !open && handle.acceptsMail;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <HandlePicture handle={handle} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-1">
          <Copied text={`${origin}${pages.profile(handle.handle)}`} label={`Copy the link of ${handle.handle}`}>
            <h2
              dir="ltr"
              className={classNames(
                'text-base leading-snug font-semibold',
                isLong && 'max-sm:text-sm max-sm:leading-tight',
              )}
            >
              <span
                className={classNames('font-normal text-soft', isLong ? 'sr-only' : isHostBelow && 'max-sm:sr-only')}
              >
                {host}/
              </span>
              <wbr />
              <span className="inline-block max-w-full">{handle.handle}</span>
            </h2>
          </Copied>
          <HandleBadges handle={handle} open={open} />
        </div>
        {handle.acceptsMail && (
          <Copied
            text={email}
            label={`Copy ${email}`}
            className={classNames('text-sm leading-snug text-soft', !open && 'max-sm:text-xs')}
          >
            <span dir="ltr">
              <span className={classNames(!open && 'max-sm:sr-only')}>{handle.handle}</span>
              <wbr />@{mailDomain}
            </span>
          </Copied>
        )}
      </div>
    </div>
  );
}

interface CopiedProps {
  text: string;
  label: string;
  className?: string;
  children: ReactNode;
}

/** An address with its copy button, which stays beside an address of several lines. */
function Copied({ className, children, ...copy }: CopiedProps) {
  return (
    <div className="flex min-w-0 items-center">
      <div className={classNames('min-w-0 wrap-anywhere', className)}>{children}</div>
      <CopyButton compact {...copy} />
    </div>
  );
}

/** A closed row has the status among its cells, and no plan. */
function HandleBadges({ handle, open }: { handle: Handle; open: boolean }) {
  const { plan, profilePage, role } = handle;
  if (!open && role === 'owner') return null;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {open && <Badge tone={PLAN_TONES[plan]}>{plan}</Badge>}
      {role !== 'owner' && <Badge>{role === 'manager' ? 'You manage it' : 'You edit it'}</Badge>}
      {open && <StatusBadge handle={handle} />}
      {open && !profilePage && (
        <Badge>
          <EyeOff aria-hidden /> Page off
        </Badge>
      )}
    </span>
  );
}

function StatusBadge({ handle }: { handle: Handle }) {
  const { status } = handle;
  const Icon = status === 'active' ? CircleCheck : CircleAlert;
  return (
    <Badge tone={status === 'active' ? 'success' : 'warning'}>
      <Icon aria-hidden /> {statusLabel(handle)}
    </Badge>
  );
}
