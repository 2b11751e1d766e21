import { createHash } from 'node:crypto';
import type { MailHost } from '../host.ts';

/** Days in which a reply is recognised when it arrives again. */
const KEPT_DAYS = 180;
const DAY = 86_400_000;

/**
 * Remembers replies that only a signature vouches for. Everybody who got such a message can send it to us again, and would spend
 * what the handle may send.
 */
export function createSentOnce({ senderTokens: tokens, clock, log }: Pick<MailHost, 'senderTokens' | 'clock' | 'log'>) {
  return {
    async has(name: string): Promise<boolean> {
      return (await tokens.get(name)) !== null;
    },

    /** Never throws: the reply is on its way, and a failure here must not make its sender send it again. */
    async add(name: string): Promise<void> {
      const until = new Date(clock.now().getTime() + KEPT_DAYS * DAY);
      await tokens
        .put(name, 'sent', until)
        .catch((error) =>
          log.warn({ event: 'mail.reply.not_remembered', err: error }, 'a reply could not be remembered'),
        );
    },
  };
}

/** Returns the name of a signed message to people of a handle. */
export function signedReplyName(key: string, people: string[], signature: string): string {
  const digest = createHash('sha256').update(JSON.stringify([key, people.toSorted(), signature]));
  return `reply ${digest.digest('base64url')}`;
}
