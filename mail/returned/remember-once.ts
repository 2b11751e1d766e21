import type { MailHost } from '../host.ts';
import { DAY } from '../message/time.ts';

/** Remembers names across processes, so that what they stand for happens once in some days. */
export interface RememberOnce {
  /** Rejects if the store fails. */
  has(name: string): Promise<boolean>;
  /** Never rejects: the action has been carried out, and a failure here must not repeat it. */
  add(name: string): Promise<void>;
}

/** Creates a memory of names for a number of days. A name is the digest of what it stands for. */
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
