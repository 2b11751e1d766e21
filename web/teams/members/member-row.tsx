import { Mail, MailX } from 'lucide-react';
import { formatUtcDay } from '../../../contract/dates.ts';
import { MEMBER_ROLES, type MemberRole } from '../../../contract/roles.ts';
import type { Member } from '../../../contract/teams/teams.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/form/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { ROLE_NAMES } from '../role-text.ts';

interface MemberRowProps {
  member: Member;
  isSelf: boolean;
  /**
   * True if the signed-in user may change the role. False while the plan has no teams, when people can only be removed.
   */
  canChange: boolean;
  /** True if the signed-in user decides who gets the mail. */
  canGrant: boolean;
  canRemove: boolean;
  busy: boolean;
  onRole: (role: MemberRole) => void;
  onMail: (mail: boolean) => void;
  onResend: () => void;
  onRemove: () => void;
}

/** A member, or a person who is invited. */
export function MemberRow(props: MemberRowProps) {
  const { member, isSelf, canChange, canGrant, canRemove, busy, onRole, onMail, onResend, onRemove } = props;
  const { email, role, status } = member;
  const isMember = status === 'member';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5 sm:px-6">
      <Initial email={email} />
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{email}</span>
          {isSelf && <Badge>You</Badge>}
          {status === 'invited' && <Badge tone="info">Invited</Badge>}
          {status === 'expired' && <Badge tone="warning">Invitation expired</Badge>}
        </p>
        <p className="text-sm text-soft">
          <Since member={member} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        {canChange && !isSelf ? (
          <div className={classNames('sm:w-34', isMember ? 'max-sm:flex-1' : 'max-sm:basis-full')}>
            <Select
              aria-label={`Role of ${email}`}
              value={role}
              disabled={busy}
              onChange={(event) => onRole(MEMBER_ROLES.find((one) => one === event.target.value) ?? role)}
            >
              {MEMBER_ROLES.map((one) => (
                <option key={one} value={one}>
                  {ROLE_NAMES[one]}
                </option>
              ))}
            </Select>
          </div>
        ) : (
          <span className="px-2 text-sm text-soft">{ROLE_NAMES[role]}</span>
        )}
        {canChange && !isMember && (
          <Button
            variant="ghost"
            className="px-3!"
            busy={busy}
            aria-label={`Send again: the invitation of ${email}`}
            onClick={onResend}
          >
            Send again
          </Button>
        )}
        {canGrant && (
          <span className="inline-flex items-center gap-1 pl-1 text-sm text-soft">
            <span aria-hidden>Mail</span>
            <Switch label={`Mail for ${email}`} checked={member.mail} disabled={busy} onChange={onMail} />
          </span>
        )}
        {canRemove && (
          <Button
            variant="quiet-danger"
            className="px-3! sm:-mr-3"
            busy={busy}
            aria-label={isSelf ? 'Leave the team' : `${isMember ? 'Remove' : 'Withdraw the invitation of'} ${email}`}
            onClick={onRemove}
          >
            {isSelf ? 'Leave' : isMember ? 'Remove' : 'Withdraw'}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The first letter of an address in a circle. */
export function Initial({ email }: { email: string }) {
  return (
    <span
      className="grid size-10 shrink-0 place-items-center rounded-full bg-muted font-semibold text-soft uppercase max-sm:hidden"
      aria-hidden
    >
      {email.slice(0, 1)}
    </span>
  );
}

function Since({ member: { status, joinedAt, invitedAt, expiresAt, mail, receivesMail } }: { member: Member }) {
  if (status !== 'member') {
    return (
      <>
        Invited <RelativeTime at={invitedAt} />
        {status === 'invited' && expiresAt && (
          <>
            {' · '}expires on {formatUtcDay(expiresAt)}
          </>
        )}
      </>
    );
  }
  const MailIcon = mail ? Mail : MailX;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span>Joined {joinedAt && <RelativeTime at={joinedAt} />}</span>
      <span aria-hidden>·</span>
      <span className="inline-flex items-center gap-1">
        <MailIcon className="size-3.5" aria-hidden />
        {receivesMail ? 'gets the mail' : mail ? 'may get the mail, has no inbox' : 'gets no mail'}
      </span>
    </span>
  );
}
