import { useQuery } from '@tanstack/react-query';
import { Plus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { hasRight, type MemberRole } from '../../../contract/roles.ts';
import { MAX_MEMBERS, type Member, type Team } from '../../../contract/teams/teams.ts';
import { errorText } from '../../api/error-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Empty, Loading, Panel, Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import { EndingDialog } from './ending-dialog.tsx';
import type { EndingAct } from './ending-text.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { Initial, MemberRow } from './member-row.tsx';
import { membersQuery, useChangeMember, useRemoveMember, useResendInvitation } from './members-query.ts';

interface MembersSectionProps {
  handleId: number;
  team: Team;
  /** Called after the signed-in person has left the team. */
  onLeft: () => void;
}

/**
 * The members of a handle. Owner and managers invite people, change roles and remove members; only the owner gives the
 * mail.
 */
export function MembersSection({ handleId, team, onLeft }: MembersSectionProps) {
  const { data: members, error, isFetching, refetch } = useQuery(membersQuery(handleId));
  const [inviting, setInviting] = useState({ isOpen: false, count: 0 });
  const [ending, setEnding] = useState<EndingAct | null>(null);
  const title = useFocusAfterRemoval<HTMLHeadingElement>(members?.length ?? 0);
  const resend = useResendInvitation(handleId);
  const change = useChangeMember(handleId);
  const remove = useRemoveMember(handleId, (member) => {
    if (member.id === team.memberId) return onLeft();
    const isMember = member.status === 'member';
    toast({
      title: isMember ? 'Member removed' : 'Invitation withdrawn',
      description: isMember ? `${member.email} no longer has access.` : `${member.email} can no longer join.`,
    });
  });
  const isFull = (members?.length ?? 0) >= MAX_MEMBERS;
  const manages = hasRight(team, 'manage');
  const isOwner = team.role === 'owner';
  const invite = manages && team.entitled && members && !isFull && (
    <Button
      variant={members.length === 0 ? 'primary' : 'secondary'}
      onClick={() => setInviting({ isOpen: true, count: inviting.count + 1 })}
    >
      <Plus aria-hidden /> Invite somebody
    </Button>
  );
  const busyWith = (member: Member) =>
    (remove.isPending && remove.variables?.member.id === member.id) ||
    (resend.isPending && resend.variables?.id === member.id) ||
    (change.isPending && change.variables?.member.id === member.id);

  /** Asks first if inboxes end with the role or the mail. */
  function changeRole(member: Member, role: MemberRole) {
    if (role === 'editor' && member.inboxesSet.length > 0) return setEnding({ kind: 'role', member, role });
    change.mutate({ member, change: { role } });
  }
  function changeMail(member: Member, mail: boolean) {
    if (!mail && member.inboxesSet.length > 0) return setEnding({ kind: 'mail', member });
    change.mutate({ member, change: { mail } });
  }
  function end(act: EndingAct, keepInboxes: boolean) {
    setEnding(null);
    const { member } = act;
    const keeping = keepInboxes ? { keepInboxes } : {};
    if (act.kind === 'remove') remove.mutate({ member, keepInboxes });
    else
      change.mutate({
        member,
        change: { ...(act.kind === 'role' ? { role: act.role } : { mail: false }), ...keeping },
      });
  }

  return (
    <Section
      titleRef={title}
      title="Members"
      about="People who look after this handle with you. Each signs in with their own address."
      action={members && members.length > 0 && invite}
    >
      {isFull && (
        <p className="rounded-control bg-muted px-3.5 py-2.5 text-sm text-soft">
          This team has {MAX_MEMBERS} people, which is the maximum for a handle. Remove one to invite another.
        </p>
      )}
      {!members && (
        <Loading
          label="Loading the members"
          failed={error !== null && errorText(error, 'We could not load the members. Please try again.')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {members && (
        <Panel>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-6">
            <Initial email={team.owner.email} />
            <p className="flex min-w-0 grow basis-48 flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              <span className="min-w-0 wrap-anywhere">{team.owner.email}</span>
              {team.role === 'owner' && <Badge>You</Badge>}
            </p>
            <span className="px-2 text-sm text-soft">Owner</span>
          </div>
          {members.length === 0 ? (
            <Empty icon={<UsersRound aria-hidden />} title="Nobody else yet">
              <p>Invite an assistant, a colleague or an agency. You decide what each of them may change.</p>
              {invite && <div className="mt-4">{invite}</div>}
            </Empty>
          ) : (
            <ul aria-label="Members" className="divide-y divide-border">
              {members.map((member) => (
                <li key={member.id}>
                  <MemberRow
                    member={member}
                    isSelf={member.id === team.memberId}
                    canChange={manages && team.entitled}
                    canGrant={isOwner && team.entitled}
                    canRemove={manages || member.id === team.memberId}
                    busy={busyWith(member)}
                    onRole={(role) => changeRole(member, role)}
                    onMail={(mail) => changeMail(member, mail)}
                    onResend={() => resend.mutate(member)}
                    onRemove={() => setEnding({ kind: 'remove', member })}
                  />
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
      <InviteDialog
        key={inviting.count}
        open={inviting.isOpen}
        handleId={handleId}
        handle={team.handle}
        grantsMail={isOwner}
        onClose={() => setInviting({ ...inviting, isOpen: false })}
      />
      <EndingDialog act={ending} team={team} onClose={() => setEnding(null)} onConfirm={end} />
    </Section>
  );
}
