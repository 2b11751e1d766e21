import type { MailHost } from '../host.ts';
import type { Settings } from '../options.ts';
import type { Srs } from '../rewrite/srs.ts';
import { TransferPolicy } from '../smtp-in/checks/envelope-checks.ts';
import { RateLimiter } from '../smtp-in/checks/rate-limits.ts';
import { Session } from '../smtp-in/session.ts';
import type { LocalRecipient } from '../transaction.ts';

/** Checks whether one of our recipients accepts mail from this client. Rejects with an SmtpReplyError if not. */
export type CheckOwnRecipient = (address: string, from: string, client: string) => Promise<LocalRecipient>;

/**
 * Creates the checks before DATA for mail that this server addresses to one of its own recipients: all checks except
 * block lists and greylisting, which concern the connection.
 */
export function createOwnRecipientCheck(host: MailHost, settings: Settings, srs: Srs): CheckOwnRecipient {
  const policy = new TransferPolicy(
    {
      ...host,
      settings,
      greylist: null,
      findListing: async () => null,
      readReturnAddress: (local) => srs.read(local),
    },
    new RateLimiter(settings.limits, settings.networkLimits, host.counters),
  );
  return (address, from, client) => {
    const envelope = { from, utf8: true, recipients: new Map(), firstRecipientAt: 0 };
    return policy.checkRecipient(address, envelope, new Session(client));
  };
}
