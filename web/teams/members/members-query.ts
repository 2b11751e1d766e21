import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  deleteMember,
  getMembers,
  type Member,
  type MemberChange,
  type NewMember,
  patchMember,
  postInvitation,
  postMember,
} from '../../../contract/teams/teams.ts';
import { send } from '../../api/client.ts';
import { showFailure, unlessGone } from '../../api/failure.ts';
import { queryOf } from '../../api/query-client.ts';
import { useAction } from '../../api/use-action.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { ROLE_NAMES } from '../role-text.ts';

/** Members and invitations of a handle, refetched on each visit. */
export function membersQuery(handleId: number) {
  return queryOptions({ ...queryOf(getMembers, { id: handleId }), staleTime: 0 });
}

/** Invites a person. The caller shows the error. */
export function useInvite(handleId: number, onInvited: (email: string) => void) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ email }: NewMember) => email,
    mutationFn: (body: NewMember) => send(postMember, { id: handleId, body }),
    onSuccess: (_response, { email }) => onInvited(email),
    onSettled: () => client.invalidateQueries({ queryKey: membersQuery(handleId).queryKey }),
  });
}

/** Sends the invitation again, for another two weeks. */
export function useResendInvitation(handleId: number) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ id }: Member) => id,
    mutationFn: ({ id }: Member) => send(postInvitation, { id: handleId, memberId: id }),
    onSuccess: (_response, { email }) =>
      toast({ title: 'Invitation sent', description: `${email} has two weeks to accept it.` }),
    onError: (error) => showFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey: membersQuery(handleId).queryKey }),
  });
}

/** Changes the role of a member or an invitation, or whether the person gets the mail of the handle. */
export function useChangeMember(handleId: number) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ member }: { member: Member; change: MemberChange }) => member.id,
    mutationFn: ({ member, change }: { member: Member; change: MemberChange }) =>
      send(patchMember, { id: handleId, memberId: member.id, body: change }),
    onSuccess: (_response, { member: { email }, change: { role, mail } }) =>
      role === undefined
        ? toast(
            mail
              ? { title: 'Mail given', description: `${email} can now choose an inbox for a copy.` }
              : { title: 'Mail taken', description: `${email} gets no more mail of this handle.` },
          )
        : toast({ title: 'Role changed', description: `${email} is now ${ROLE_NAMES[role].toLowerCase()}.` }),
    onError: (error) => showFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey: membersQuery(handleId).queryKey }),
  });
}

/** Removes a member, withdraws an invitation, or leaves the team. */
export function useRemoveMember(handleId: number, onRemoved: (member: Member) => void) {
  const client = useQueryClient();
  const { queryKey } = membersQuery(handleId);
  return useAction({
    keyOf: ({ member }: { member: Member; keepInboxes: boolean }) => member.id,
    mutationFn: ({ member, keepInboxes }: { member: Member; keepInboxes: boolean }) =>
      unlessGone(
        send(deleteMember, { id: handleId, memberId: member.id, query: keepInboxes ? { keepInboxes: 'true' } : {} }),
      ),
    onSuccess: (_response, { member }) => {
      client.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== member.id));
      onRemoved(member);
    },
    onError: (error) => showFailure(error),
  });
}
