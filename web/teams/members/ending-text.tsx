import type { ReactNode } from 'react';
import type { MemberRole } from '../../../contract/roles.ts';
import type { Member } from '../../../contract/teams/teams.ts';
import { Strong } from '../../ui/strong.tsx';

/** An action that ends the access or the mail of a member and needs confirmation. */
export type EndingAct =
  | { kind: 'remove'; member: Member }
  | { kind: 'role'; member: Member; role: MemberRole }
  | { kind: 'mail'; member: Member };

interface EndingText {
  title: string;
  text: ReactNode;
  action: string;
}

/** Returns the texts of the dialog for an action; `isSelf` is true for a member who leaves. */
export function endingText(act: EndingAct, handle: string, isSelf: boolean): EndingText {
  const { member } = act;
  const name = <Strong>{member.email}</Strong>;
  if (act.kind === 'mail') {
    return {
      title: 'Take the mail from this member?',
      text: <>{name} gets no more mail of this handle, and no longer sees or changes where it goes.</>,
      action: 'Take the mail',
    };
  }
  if (act.kind === 'role') {
    return {
      title: 'Make this member an editor?',
      text: <>{name} can then change only the page. Their app passwords stop working.</>,
      action: 'Make editor',
    };
  }
  if (isSelf) {
    return {
      title: `Leave ${handle}?`,
      text: 'You lose access to this handle immediately, and its mail no longer reaches you. Only an invitation brings you back.',
      action: 'Leave',
    };
  }
  if (member.status === 'member') {
    return {
      title: 'Remove this member?',
      text: (
        <>
          {name} loses access immediately. Their app passwords stop working, and mail of this handle no longer reaches
          them.
        </>
      ),
      action: 'Remove',
    };
  }
  return {
    title: 'Withdraw this invitation?',
    text: <>{name} can no longer join with the email that they got.</>,
    action: 'Withdraw',
  };
}
