import type { ReactNode } from 'react';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import type { Right } from '../../contract/roles.ts';

/** The handle that is shown alone, with its address. `record` is undefined while it has no inbox, and for a person without the right `mail`. */
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
  /** The right that the tab requires. */
  right: Right;
  Content: (props: MailTabProps) => ReactNode;
}
