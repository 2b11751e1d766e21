import type { Handle } from '../../contract/handles/handles.ts';
import { hasRight } from '../../contract/roles.ts';
import { NotShared } from '../own-handles/not-shared.tsx';

/** Shown to a member who may not see the mail of a handle. Does not reveal whether the handle has an inbox. */
export function MailNotShared({ handle }: { handle: Handle }) {
  return (
    <NotShared handle={handle.handle} title={`The mail of ${handle.handle} is not shared with you`}>
      {hasRight(handle, 'copy')
        ? 'Its owner decides where mail goes. You may receive a copy of it: your inbox is on the team page.'
        : 'Its owner decides who receives mail and who sees where it goes. Ask them if you need it.'}
    </NotShared>
  );
}
