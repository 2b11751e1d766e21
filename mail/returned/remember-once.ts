import type { MailHost } from '../host.ts';
import { DAY } from '../message/time.ts';

/** Remembers the names of actions across processes, so that each action happens only once in a number of days. */
export interface RememberOnce {
  /** Rejects if the store fails. */
  has(name: string): Promise<boolean>;
  /** Never rejects: the action has been carried out, and a failure here must not repeat it. */
  add(name: string): Promise<void>;
}

/** Creates a memory that keeps names for a number of days. A name is a digest that identifies an action. */
export function createRememberOnce(
  { senderTokens: tokens, clock, log }: Pick<MailHost, 'senderTokens' | 'clock' | 'log'>,
  days: number,
): RememberOnce {
  return {
    async has(name) {
      return (await tokens.get(name)) !== null;
    },

    async add(name) {
      const until = new Date(clock().getTime() + days * DAY);
      await tokens
        .put(name, 'once', until)
        .catch((error) =>
          log.warn({ event: 'mail.once.not_remembered', err: error, name }, 'a message could not be remembered'),
        );
    },
  };
}
