import type { Site } from '../../contract/documents.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import type { ComposeEmail, EmailOrder } from './shared/email.ts';
import type { EmailPicture } from './shared/layout/brand.ts';
import { toMimeMessage } from './shared/mime-message.ts';

/** Every email that the service sends, by the kind in the payload of its job. */
export type EmailRegistry = Record<string, ComposeEmail<never>>;

/** Sends a finished message. Rejects if the attempt should be repeated later. */
export type SendEmail = (to: string, message: Buffer) => Promise<void>;

/** Returns the job that composes and sends an email. */
export function emailJob(parts: {
  db: Queryable;
  site: Site;
  /** Returns the From field. */
  from: () => string;
  /** Returns the logo or the icon of the site. */
  picture: () => Promise<EmailPicture | undefined>;
  registry: EmailRegistry;
  send: SendEmail;
}): JobHandler {
  const { db, site, from, picture, registry, send } = parts;
  return async (payload) => {
    const order = payload as EmailOrder;
    const compose = registry[order.kind];
    if (!compose) throw new Error(`No capability composes emails of the kind ${order.kind}`);
    const email = await compose(db, order as never);
    if (email) await send(email.to, await toMimeMessage(email, site, from(), { picture: await picture() }));
  };
}
