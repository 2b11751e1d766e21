import { useQuery } from '@tanstack/react-query';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Session, SignInMethod } from '../../../contract/accounts/sessions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { ListBlock, ListRow, LoadError, LoadingRow } from './list-block.tsx';
import { sessionsQuery, useEndOtherSessions, useEndSession, useSignOutHere } from './sessions-query.ts';

/** Number of rows shown until the user asks for all. */
const FIRST_ROWS = 5;

/** The devices on which the account is signed in, with buttons that end sessions. */
export function SessionList() {
  const { data: sessions, isLoadingError, isFetching, refetch } = useQuery(sessionsQuery);
  const title = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const focusTitle = () => title.current?.focus({ preventScroll: true });
  const endOne = useEndSession(focusTitle);
  const endOthers = useEndOtherSessions(focusTitle);
  const [isAsking, setAsking] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const leave = useSignOutHere(() => setAsking(false));
  useEffect(() => {
    // The focused button has disappeared.
    if (showsAll) (list.current?.children[FIRST_ROWS] as HTMLElement | undefined)?.focus({ preventScroll: true });
  }, [showsAll]);
  const shown = showsAll ? sessions : sessions?.slice(0, FIRST_ROWS);
  const others = (sessions?.length ?? 1) - 1;

  return (
    <ListBlock
      titleRef={title}
      title="Where you are signed in"
      about={
        sessions && others === 0
          ? 'You are signed in on this device only.'
          : 'If you do not recognise a device, sign it out.'
      }
      action={
        others > 0 && (
          <Button variant="secondary" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            <LogOut aria-hidden /> Sign out all other devices
          </Button>
        )
      }
    >
      {!sessions && !isLoadingError && <LoadingRow label="Loading your devices" lines={3} />}
      {isLoadingError && (
        <LoadError message="Your devices could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
      )}
      {shown && (
        <ul ref={list} className="mt-2 -mb-2 divide-y divide-border">
          {shown.map((session) => (
            <li key={session.id} tabIndex={-1} className="outline-none">
              <SessionRow
                session={session}
                busy={endOne.isPending && endOne.variables?.id === session.id}
                onEnd={() => (session.isCurrent ? setAsking(true) : endOne.mutate(session))}
              />
            </li>
          ))}
        </ul>
      )}
      {sessions && shown && sessions.length > shown.length && (
        <Button variant="ghost" className="mt-3 w-full" onClick={() => setShowsAll(true)}>
          Show all {sessions.length} devices
        </Button>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Sign out on this device?"
        description="This is the device that you are using now. To sign in again, you need a passkey or an emailed link."
      >
        <DialogActions>
          <Button variant="ghost" onClick={() => setAsking(false)}>
            Stay signed in
          </Button>
          <Button busy={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
            Sign out
          </Button>
        </DialogActions>
      </Dialog>
    </ListBlock>
  );
}

const METHODS: Record<SignInMethod, string> = {
  link: 'by mailed link',
  code: 'by mailed code',
  passkey: 'with a passkey',
  local: 'in local mode',
};

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { network, method, createdAt, lastUsedAt, isCurrent } = session;
  const device = session.device ?? 'Unknown device';
  const isPhone = /\b(iPhone|iPad|iOS|Android)\b/.test(device);
  return (
    <ListRow
      icon={isPhone ? <Smartphone aria-hidden /> : <Monitor aria-hidden />}
      title={device}
      badge={isCurrent && <Badge tone="accent">This device</Badge>}
      facts={[
        isCurrent ? (
          'Active now'
        ) : (
          <span key="used">
            Last used <RelativeTime at={lastUsedAt} />
          </span>
        ),
        network && `Network ${network}`,
      ]}
      more={
        <>
          Signed in <RelativeTime at={createdAt} /> {METHODS[method]}
        </>
      }
      actions={
        <Button
          variant="ghost"
          busy={busy}
          aria-label={isCurrent ? 'Sign out on this device' : `Sign out ${device}`}
          onClick={onEnd}
          className="max-sm:-mr-2 max-sm:px-3"
        >
          <LogOut aria-hidden className="sm:hidden" />
          <span className="max-sm:hidden">Sign out</span>
        </Button>
      }
    />
  );
}
