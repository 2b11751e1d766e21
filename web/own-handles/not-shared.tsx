import { Lock, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { teamPages } from '../../contract/teams/paths.ts';
import { buttonStyle } from '../ui/form/button-style.ts';
import { MessageState } from '../ui/message-state.tsx';
import { withHandle } from './picked-handle.ts';

interface NotSharedProps {
  handle: string;
  title: string;
  children: ReactNode;
}

/**
 * Replaces something that the member's role does not include. Explains why, and links to the team page, which names the
 * owner.
 */
export function NotShared({ handle, title, children }: NotSharedProps) {
  return (
    <MessageState
      icon={<Lock aria-hidden />}
      title={title}
      action={
        <Link to={withHandle(teamPages.team(), handle, false)} className={buttonStyle('secondary')}>
          <UsersRound aria-hidden /> Open Team
        </Link>
      }
    >
      <p>{children}</p>
    </MessageState>
  );
}
