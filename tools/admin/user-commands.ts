import {
  type AdminUser,
  getAdminUsers,
  getAdminUsersFile,
  postAdminUserEndSessions,
  postAdminUserHandleLimit,
  postAdminUserSuspend,
  postAdminUserUnsuspend,
  putAdminUserRole,
} from '../../contract/admin/admin.ts';
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
import { setRole, setRoleByEmail } from '../../server/admin/users/roles-rules.ts';
import { listUsers } from '../../server/admin/users/users-rules.ts';
import { priceOf } from '../../server/payments/prices/price-rules.ts';
import { ApiError } from '../../server/platform/http/api-error.ts';
import { type AdminContext, type Command, command, flagOf, type Input, parse, REASON, UsageError } from './command.ts';
import { listCommand, SEARCH } from './list-command.ts';

const actor = COMMAND_LINE;
const USER = 'EMAIL-OR-ID';

/** Commands about accounts: the tab "Users", administrators, sessions, and emails that did not arrive. */
export const USER_COMMANDS: Command[] = [
  listCommand('users list', 'lists accounts', {
    calls: [getAdminUsers, getAdminUsersFile],
    list: 'users',
    flags: SEARCH,
    read: ({ db, config }, query) => listUsers(db, config, query),
    line: userLine,
  }),
  command('users show', 'shows an account and its handles', {
    args: [USER],
    run: ({ db, config }, { args: [who = ''] }) => userDetails(db, config, who),
    lines: (user) => [
      userLine(user).join('  '),
      ...(user.erasedAt ? [`Closed by its owner; erased at ${user.erasedAt}`] : []),
      ...user.handles.map(({ handle, plan, status }) => `  ${handle}  ${plan}  ${status}`),
    ],
  }),
  command('users suspend', 'suspends an account with its handles', {
    calls: [postAdminUserSuspend],
    args: [USER],
    flags: REASON,
    confirm: ({ args: [who] }) => `This takes every page and address of ${who} offline.`,
    async run(context, input) {
      await suspendUser(context, await userAction(context.db, input));
      return { suspended: true };
    },
    lines: (_, { args: [who] }) => `${who} is suspended.`,
  }),
  command('users unsuspend', 'restores a suspended account', {
    calls: [postAdminUserUnsuspend],
    args: [USER],
    flags: REASON,
    async run(context, input) {
      await unsuspendUser(context, await userAction(context.db, input));
      return { suspended: false };
    },
    lines: (_, { args: [who] }) => `${who} is no longer suspended.`,
  }),
  command('users handle-limit', 'sets how many free handles an account may have', {
    calls: [postAdminUserHandleLimit],
    args: [USER, 'NUMBER-OR-default'],
    flags: REASON,
    async run({ db }, input) {
      const [who = '', typed] = input.args;
      const wanted = typed === 'default' ? null : Number(typed);
      const { limit, reason } = parse(postAdminUserHandleLimit.body, {
        limit: wanted,
        reason: flagOf(input, 'reason'),
      });
      await setHandleLimit(db, { actor, id: await userIdOf(db, who), reason, limit });
      return { handleLimit: limit };
    },
    lines: ({ handleLimit }, { args: [who] }) => `The limit of ${who} is now ${handleLimit ?? 'the default'}.`,
  }),
  command('users role', 'gives an account a role of administrators, or takes it away', {
    calls: [putAdminUserRole],
    args: [USER, 'ROLE-OR-none'],
    flags: { reason: { hint: 'TEXT', about: 'the reason, for the audit log' } },
    async run(context, input) {
      const [who = '', typed] = input.args;
      const wanted = { role: typed === 'none' ? null : typed, reason: input.flags.reason };
      const change = parse(putAdminUserRole.body, wanted);
      await setRole(context, { actor, id: await userIdOf(context.db, who), ...change });
      return { role: change.role };
    },
    lines: ({ role }, { args: [who] }) => (role ? `${who} has the role ${role}.` : `${who} has no role.`),
  }),
  changeRole('grant', 'makes an account an owner', 'owner'),
  changeRole('revoke', 'takes the role of an administrator from an account', null),
  command('reset-passkeys', 'removes all passkeys of an account, and ends its sessions', {
    args: ['EMAIL'],
    run: async ({ db, clock }, { args: [email = ''] }) => known(await resetPasskeysByEmail(db, email, clock()), email),
    lines: ({ passkeys, sessions }, { args: [email] }) => [
      `${count(passkeys, 'passkey')} removed and ${count(sessions, 'session')} ended: ${email}.`,
      'The next sign-in is by email. An administrator adds a new passkey then.',
    ],
  }),
  command('end-sessions', 'signs out an account everywhere', {
    calls: [postAdminUserEndSessions],
    args: ['[EMAIL]'],
    flags: { all: { about: 'signs everyone out' } },
    async run(context, { args: [email = ''], switches }) {
      if ((email === '') !== switches.has('all')) throw new UsageError('Name either an address or --all.');
      if (email === '') return { sessions: await endSessionsOfEveryone(context.db) };
      return { sessions: known(await endSessionsByEmail(context, email), email) };
    },
    lines: ({ sessions }, { args: [email] }) => `${count(sessions, 'session')} ended${email ? `: ${email}` : ''}.`,
  }),
  command('resend sign-in', 'sends a sign-in email to an account', {
    args: ['EMAIL'],
    async run({ db, clock }, { args: [email = ''] }) {
      await resendSignInEmail(db, { actor, email }, clock());
      return { ordered: 'sign-in' };
    },
    lines: (_, { args: [email] }) => `A sign-in email to ${email} is queued.`,
  }),
  command('resend claim', 'sends an email with a link that claims a free handle', {
    args: ['EMAIL', 'HANDLE'],
    async run({ db, clock, config }, { args: [email = '', handle = ''] }) {
      const terms = { handlesPerAccount: config.handlesPerAccount, priceOf };
      const claim = { actor, email, handle: handle.toLowerCase(), mailDomain: config.mail.domain };
      await resendClaimEmail(db, terms, claim, clock());
      return { ordered: 'claim' };
    },
    lines: (_, { args: [email, handle] }) => `An email to ${email} with a link that claims ${handle} is queued.`,
  }),
];

function userLine(user: AdminUser): string[] {
  const marks = [
    ...(user.emailVerified ? [] : ['not verified']),
    ...(user.role ? [`administrator: ${user.role}`] : []),
    ...(user.suspended ? ['SUSPENDED'] : []),
    ...(user.handleLimit === undefined ? [] : [`up to ${user.handleLimit} free handles`]),
  ];
  return [String(user.id), user.email, user.createdAt, ...marks];
}

async function userAction(db: AdminContext['db'], input: Input) {
  return { actor, id: await userIdOf(db, input.args[0] ?? ''), reason: flagOf(input, 'reason') };
}

function changeRole(name: string, about: string, role: 'owner' | null): Command {
  return command(name, about, {
    args: ['EMAIL'],
    run: async (context, { args: [email = ''] }) => ({
      changed: known(await setRoleByEmail(context, email, role), email),
      isAdmin: role !== null,
    }),
    lines({ changed }, { args: [email] }) {
      const state = role ? 'an owner' : 'no administrator';
      return changed ? `${email} is now ${state}.` : `${email} was already ${state}.`;
    },
  });
}

function known<T>(result: T | undefined, address: string): T {
  if (result !== undefined) return result;
  const message = `No account has the address ${address}. Claiming a handle or signing in with it creates one.`;
  throw new ApiError('not_found', { message });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
