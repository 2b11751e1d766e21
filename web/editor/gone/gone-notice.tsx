import { UserRoundX } from 'lucide-react';
import { Link } from 'react-router';
import type { Handle } from '../../../contract/handles/handles.ts';
import { pages } from '../../../contract/paths.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { MessageState } from '../../ui/message-state.tsx';
import { goneReason, goneText } from './gone-text.ts';

/** Replaces the editor of a handle that the user has since lost. */
export function GoneNotice({ handle }: { handle: Handle }) {
  return (
    <div className="page-width py-10">
      <MessageState
        level={1}
        icon={<UserRoundX aria-hidden />}
        title={goneText(handle)}
        action={
          <Link to={pages.manage()} className={buttonStyle('primary')}>
            Back to Dashboard
          </Link>
        }
      >
        <p>{goneReason(handle)}</p>
      </MessageState>
    </div>
  );
}
