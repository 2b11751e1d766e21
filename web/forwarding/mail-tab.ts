import type { ReactNode } from 'react';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../contract/handles/handles.ts';

/** The handle that is shown alone, with its address. `record` is undefined while it has no inbox. */
export interface MailTabProps {
  handle: Handle;
  address: string;
  record: Forwarding | undefined;
}

/** A tab on the screen of one handle that another capability provides. */
export interface MailTab {
  /** In `?tab=`. */
  id: string;
  label: string;
  Content: (props: MailTabProps) => ReactNode;
}
