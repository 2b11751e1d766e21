import { GIVE_UP_DAYS } from '../../../contract/handles/give-up.ts';
import { DAY } from '../../../contract/time.ts';

/** Returns until when the owner can keep a handle that was given up at this time. */
export function keptUntil(givenUpAt: Date): Date {
  return new Date(givenUpAt.getTime() + GIVE_UP_DAYS * DAY);
}
