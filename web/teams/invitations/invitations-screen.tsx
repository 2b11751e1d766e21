import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft, MailOpen, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatUtcDay } from '../../../contract/dates.ts';
import { pages } from '../../../contract/paths.ts';
import type { Invitations } from '../../../contract/teams/teams.ts';
import { errorText } from '../../api/error-text.ts';
import { useSite } from '../../api/site.ts';
import { BackToDashboard } from '../../own-handles/back-to-dashboard.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { MessageState } from '../../ui/message-state.tsx';
import { Loading } from '../../ui/section.tsx';
import { Strong } from '../../ui/strong.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { ROLE_NAMES, ROLE_TEXTS } from '../role-text.ts';
import { type Answer, invitationsQuery, useAnswer } from './invitations-query.ts';

/** `/app/invitations`: accept or decline invitations to teams and offered handles. */
export function InvitationsScreen({ email }: { email: string }) {
  const { data, error, isFetching, refetch } = useQuery(invitationsQuery);
  const [declining, setDeclining] = useState<Answer | null>(null);
  const answer = useAnswer(({ isAccepted, kind }) =>
    toast(
      isAccepted
        ? {
            title: kind === 'invitation' ? 'Welcome to the team' : 'The handle is yours',
            description: 'You can find it on your dashboard.',
          }
        : { title: 'Declined' },
    ),
  );
  const busyWith = (kind: Answer['kind'], id: number) =>
    answer.isPending && answer.variables?.kind === kind && answer.variables.id === id;
  const isEmpty = data && data.invitations.length + data.transfers.length === 0;
  return (
    <Frame email={email}>
      {!data && (
        <Loading
          label="Loading your invitations"
          failed={error !== null && errorText(error, 'We could not load your invitations. Please try again.')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {isEmpty && (
        <NothingWaits email={email} hasAccepted={answer.isSuccess && answer.variables?.isAccepted === true} />
      )}
      <ul aria-label="Invitations" className="grid gap-4 empty:hidden">
        {data?.transfers.map((transfer) => (
          <li key={`transfer-${transfer.id}`}>
            <TransferCard
              transfer={transfer}
              busy={busyWith('transfer', transfer.id)}
              onAccept={() => answer.mutate({ kind: 'transfer', id: transfer.id, isAccepted: true })}
              onDecline={() => setDeclining({ kind: 'transfer', id: transfer.id, isAccepted: false })}
            />
          </li>
        ))}
        {data?.invitations.map((invitation) => (
          <li key={`invitation-${invitation.id}`}>
            <OfferCard
              icon={<UsersRound aria-hidden />}
              title={
                <>
                  Join the team of <span className="wrap-anywhere">{invitation.handle}</span>
                </>
              }
              busy={busyWith('invitation', invitation.id)}
              acceptLabel="Join"
              onAccept={() => answer.mutate({ kind: 'invitation', id: invitation.id, isAccepted: true })}
              onDecline={() => setDeclining({ kind: 'invitation', id: invitation.id, isAccepted: false })}
            >
              <p>
                <Strong>{invitation.invitedBy}</Strong> invites you as{' '}
                <Strong>{ROLE_NAMES[invitation.role].toLowerCase()}</Strong>. {ROLE_TEXTS[invitation.role]}
              </p>
              <p className="mt-1 text-sm">
                The invitation expires on {formatUtcDay(invitation.expiresAt)}. Members see your address.
              </p>
            </OfferCard>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={declining !== null}
        title={declining?.kind === 'transfer' ? 'Decline this handle?' : 'Decline this invitation?'}
        description={<p>The person who asked you can ask again.</p>}
        confirmLabel="Decline"
        cancelLabel="Not now"
        onClose={() => setDeclining(null)}
        onConfirm={() => {
          if (declining) answer.mutate(declining);
          setDeclining(null);
        }}
      />
    </Frame>
  );
}

/** The loading state of the screen. */
export function InvitationsLoading() {
  return (
    <Frame>
      <Loading label="Loading your invitations" failed={false} busy onRetry={() => {}} />
    </Frame>
  );
}

interface TransferCardProps {
  transfer: Invitations['transfers'][number];
  busy: boolean;
  onAccept: () => void;
  onDecline: () => void;
}

function TransferCard({ transfer, ...rest }: TransferCardProps) {
  const { host } = useSite();
  return (
    <OfferCard
      icon={<ArrowRightLeft aria-hidden />}
      title={
        <>
          <span className="wrap-anywhere">
            {host}/{transfer.handle}
          </span>{' '}
          for you
        </>
      }
      acceptLabel="Accept the handle"
      {...rest}
    >
      <p>
        <Strong>{transfer.offeredBy}</Strong> wants to hand this {transfer.plan} handle over to you: page, links and
        address.{' '}
        {transfer.paidUntil ? (
          <>It is paid for until {formatUtcDay(transfer.paidUntil)}; you decide whether to renew it.</>
        ) : (
          'It is free of charge.'
        )}
      </p>
      <p className="mt-1 text-sm">
        The offer expires on {formatUtcDay(transfer.expiresAt)}. If you already get its mail, your inbox keeps receiving
        it. Otherwise mail waits with its senders, for up to a day, until you have verified an inbox.
      </p>
    </OfferCard>
  );
}

interface OfferCardProps {
  icon: ReactNode;
  title: ReactNode;
  children: ReactNode;
  acceptLabel: string;
  busy: boolean;
  onAccept: () => void;
  onDecline: () => void;
}

function OfferCard({ icon, title, children, acceptLabel, busy, onAccept, onDecline }: OfferCardProps) {
  return (
    <article className="grid gap-4 rounded-card border border-border bg-surface p-4 shadow-soft sm:p-6">
      <div className="flex gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-surface text-accent max-sm:hidden [&_svg]:size-5">
          {icon}
        </span>
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">{title}</h2>
          <div className="mt-1 max-w-[62ch] text-pretty text-soft">{children}</div>
        </div>
      </div>
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button variant="ghost" busy={busy} onClick={onDecline}>
          Decline
        </Button>
        <Button variant="brand" busy={busy} onClick={onAccept}>
          {acceptLabel}
        </Button>
      </div>
    </article>
  );
}

function Frame({ email, children }: { email?: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[50rem] px-4 pt-4 pb-16 sm:pt-8">
      <BackToDashboard />
      <h1 className="mt-2 text-2xl font-bold sm:text-3xl">Invitations</h1>
      <p className="mt-1 mb-6 text-soft sm:mb-8">
        {email ? (
          <>
            For <span className="wrap-anywhere">{email}</span>
          </>
        ) : (
          ' '
        )}
      </p>
      {children}
    </div>
  );
}

function NothingWaits({ email, hasAccepted }: { email: string; hasAccepted: boolean }) {
  return (
    <MessageState
      icon={<MailOpen aria-hidden />}
      title={hasAccepted ? 'All done' : 'No invitations are waiting for you'}
      action={
        <Link to={pages.manage()} className={buttonStyle('brand', 'large')}>
          To the dashboard
        </Link>
      }
    >
      <p>
        {hasAccepted ? (
          'The handle is on your dashboard now.'
        ) : (
          <>
            It may have been withdrawn, or sent to another address than <span className="wrap-anywhere">{email}</span>.
          </>
        )}
      </p>
    </MessageState>
  );
}
