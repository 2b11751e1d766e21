import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../../contract/handles/handles.ts';

/** The actions on a handle's forwarding. */
export interface Acts {
  /** Opens the address dialog. `record` is undefined if the handle has no address yet. */
  edit: (handle: Handle, record?: Forwarding) => void;
  resend: (record: Forwarding) => void;
  toggle: (record: Forwarding, isActive: boolean) => void;
  askRemove: (record: Forwarding) => void;
}

/** The actions that the rows of handles offer, and their state. */
export interface Actions extends Acts {
  /** The id of the record whose verification mail is being sent. */
  resending: number | undefined;
  /** Downloads the code of the actions ahead of a click. */
  preload: () => void;
}
