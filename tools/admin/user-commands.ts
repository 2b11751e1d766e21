import { type AdminUser, handleLimitRequest, userQuery } from '../../contract/admin/admin.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import { suspendUser, unsuspendUser } from '../../server/admin/suspension/suspension-rules.ts';
import { userDetails, userIdOf } from '../../server/admin/users/details-rules.ts';
import {
  endSessionsByEmail,
  endSessionsOfEveryone,
  resetPasskeysByEmail,
} from '../../server/admin/users/end-sessions-rules.ts';
import { setHandleLimit } from '../../server/admin/users/handle-limit-rules.ts';
import { resendClaimEmail, resendSignInEmail } from '../../server/admin/users/resend-rules.ts';
import { changeAdmin } from '../../server/admin/users/roles-rules.ts';
import { listUsers } from '../../server/admin/users/users-rules.ts';
import { priceOf } from '../../server/payments/prices/price-rules.ts';
import { ApiError } from '../../server/platform/http/api-error.ts';
import { type AdminContext, type Command, flagOf, type Input, parse, REASON, said, UsageError } from './command.ts';
import { listCommand, SEARCH } from './list-command.ts';

const actor = COMMAND_LINE;
const USER = 'EMAIL-OR-ID';

/** Commands about accounts: the tab "Users", administrators, sessions, and emails that did not arrive. */
export const USER_COMMANDS: Command[] = [
  listCommand({
    ...{ name: 'users list', about: 'lists accounts', list: 'users', query: userQuery, flags: SEARCH },
    read: ({ db, config }, query) => listUsers(db, config, query),
    line: userLine,
  }),
  {
    ...{ name: 'users show', about: 'shows an account and its handles', args: [USER] },
    async run({ db, config }, { args: [who = ''] }) {
      const user = await userDetails(db, config, who);
      const handles = user.handles.map(({ handle, plan, status }) => `  ${handle}  ${plan}  ${status}`);
      const erased = user.erasedAt ? [`Closed by its owner; erased at ${user.erasedAt}`] : [];
      return { data: user, lines: [userLine(user).join('  '), ...erased, ...handles] };
    },
  },
  {
    ...{ name: 'users suspend', about: 'suspends an account with its handles', args: [USER], flags: REASON },
    confirm: ({ args: [who] }) => `This takes every page and address of ${who} offline.`,
    async run({ db, clock }, input) {
      await suspendUser(db, clock, await userAction(db, input));
      return said(`${input.args[0]} is suspended.`, { suspended: true });
    },
  },
  {
    ...{ name: 'users unsuspend', about: 'restores a suspended account', args: [USER], flags: REASON },
    async run({ db, clock }, input) {
      await unsuspendUser(db, clock, await userAction(db, input));
      return said(`${input.args[0]} is no longer suspended.`, { suspended: false });
    },
  },
  {
    ...{ name: 'users handle-limit', about: 'sets how many free handles an account may have', flags: REASON },
    args: [USER, 'NUMBER-OR-default'],
    async run({ db }, input) {
      const typed = input.args[1] ?? '';
      const wanted = typed === 'default' ? null : Number(typed);
      const { limit, reason } = parse(handleLimitRequest, { limit: wanted, reason: flagOf(input, 'reason') });
      const id = await userIdOf(db, input.args[0] ?? '');
      await setHandleLimit(db, { actor, id, reason, limit });
      return said(`The limit of ${input.args[0]} is ${limit ?? 'the default'} now.`, { handleLimit: limit });
    },
  },
  { ...{ name: 'grant', about: 'makes an account an administrator', args: ['EMAIL'] }, run: changeRole(true) },
  { ...{ name: 'revoke', about: 'ends the rights of an administrator', args: ['EMAIL'] }, run: changeRole(false) },
  {
    ...{ name: 'reset-passkeys', about: 'removes all passkeys of an account, and ends its sessions', args: ['EMAIL'] },
    async run({ db, clock }, { args: [email = ''] }) {
      const reset = known(await resetPasskeysByEmail(db, email, clock()), email);
      const counts = `${count(reset.passkeys, 'passkey')} removed and ${count(reset.sessions, 'session')} ended`;
      const next = 'The next sign-in is by email. An administrator adds a new passkey then.';
      return { data: reset, lines: [`${counts}: ${email}.`, next] };
    },
  },
  {
    ...{ name: 'end-sessions', about: 'signs an account out everywhere', args: ['[EMAIL]'] },
    flags: { all: { about: 'signs everyone out' } },
    async run({ db }, { args: [email = ''], switches }) {
      if ((email === '') !== switches.has('all')) throw new UsageError('Name either an address or --all.');
      const sessions =
        email === '' ? await endSessionsOfEveryone(db) : known(await endSessionsByEmail(db, email), email);
      return said(`${count(sessions, 'session')} ended${email === '' ? '' : `: ${email}`}.`, { sessions });
    },
  },
  {
    ...{ name: 'resend sign-in', about: 'sends a sign-in email to an account', args: ['EMAIL'] },
    async run({ db, clock }, { args: [email = ''] }) {
      await resendSignInEmail(db, { actor, email }, clock());
      return said(`A sign-in email to ${email} is ordered.`, { ordered: 'sign-in' });
    },
  },
  {
    ...{ name: 'resend claim', about: 'sends the email that claims a free handle', args: ['EMAIL', 'HANDLE'] },
    async run({ db, clock, config }, { args: [email = '', handle = ''] }) {
      const terms = { handlesPerAccount: config.handlesPerAccount, priceOf };
      const claim = { actor, email, handle: handle.toLowerCase(), mailDomain: config.mail.domain };
      await resendClaimEmail(db, terms, claim, clock());
      return said(`An email to ${email} that claims ${handle} is ordered.`, { ordered: 'claim' });
    },
  },
];

function userLine(user: AdminUser): string[] {
  const marks = [
    ...(user.emailVerified ? [] : ['not verified']),
    ...(user.isAdmin ? ['administrator'] : []),
    ...(user.suspended ? ['SUSPENDED'] : []),
    ...(user.handleLimit === undefined ? [] : [`up to ${user.handleLimit} free handles`]),
  ];
  return [String(user.id), user.email, user.createdAt, ...marks];
}

async function userAction(db: AdminContext['db'], input: Input) {
  return { actor, id: await userIdOf(db, input.args[0] ?? ''), reason: flagOf(input, 'reason') };
}

function changeRole(isAdmin: boolean): Command['run'] {
  return async ({ db, config }, { args: [email = ''] }) => {
    const isNamed = config.adminEmails.some((address) => address.toLowerCase() === email.toLowerCase());
    const changed = known(await changeAdmin(db, email, isAdmin), email);
    const role = isAdmin ? 'an administrator' : 'no administrator';
    const lines = [changed ? `${email} is ${role} now.` : `${email} was ${role} already.`];
    if (!isAdmin && isNamed) {
      lines.push('ADMIN_EMAILS names this address: it keeps the rights until you remove it from that setting.');
    }
    return { data: { changed, isAdmin: isAdmin || isNamed }, lines };
  };
}

function known<T>(result: T | undefined, address: string): T {
  if (result !== undefined) return result;
  const message = `No account has the address ${address}. Claiming a handle or signing in with it creates one.`;
  throw new ApiError('not_found', { message });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
