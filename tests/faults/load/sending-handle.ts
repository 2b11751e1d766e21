import { hashAppPassword } from '../../../server/sending/shared/app-password-secret.ts';
import { hashOf } from '../judge/ledger.ts';
import type { World } from '../world/world.ts';
import type { Login } from './client.ts';

const HANDLE = 'f-sender';
const PASSWORD = 'app password of the fault harness';

/** A handle of a paid plan. */
export interface SendingHandle {
  /** Its address, which is also the user name. */
  login: Login;
  /** The inbox that its mail goes to, at a destination whose SPF record allows the harness. */
  inbox: string;
}

/** Gives the world a handle in reply mode with an app password and an automatic reply, unless it has one. */
export async function createSendingHandle(world: World): Promise<SendingHandle> {
  const domain = world.destinations[0]?.domain ?? '';
  const inbox = `sender@${domain}`;
  const records = world.dns.names[domain];
  if (typeof records === 'object') records.TXT = ['v=spf1 ip4:127.0.0.0/8 -all'];
  await world.query(
    `with account as (
       insert into accounts (email, email_verified_at) values ('f-sender@senders.internal', now())
       on conflict do nothing returning id
     ), claimed as (
       insert into handles (handle, account_id, paid_until) select $1, id, now() + interval '1 year' from account
       returning id
     ), forwarded as (
       insert into forwardings (handle_id, address, address_key) select id, $3, $3 from claimed
     ), replying as (
       insert into sending_settings (handle_id, reply_mode) select id, 'reply' from claimed
     ), automatic as (
       insert into auto_replies (handle_id, enabled, subject, text, every_days, audience)
       select id, true, 'Away', 'Back soon.', 30, 'everybody' from claimed
     )
     insert into app_passwords (handle_id, name, secret_hash) select id, 'faults', $2 from claimed`,
    [HANDLE, hashAppPassword(PASSWORD), inbox],
  );
  return { login: { user: `${HANDLE}@${new URL(world.site).hostname}`, password: PASSWORD }, inbox };
}

/** Stores the reply address of somebody who wrote to the handle, and returns it. */
export async function replyAddressFor(world: World, { login }: SendingHandle, address: string): Promise<string> {
  const [handle, domain] = login.user.split('@');
  // The alphabet of base32 has no 0, 1, 8 and 9.
  const name = hashOf(Buffer.from(address))
    .slice(0, 26)
    .replace(/[0189]/g, 'z');
  await world.query(
    `insert into contacts (handle_id, address, token, token_used_at, added_at)
     select id, $2, $3, now(), now() from handles where handle = $1`,
    [handle, address, name],
  );
  return `reply-${name}@${domain}`;
}
