import { type AdminHandle, handleQuery, profileQuery } from '../../contract/admin/admin.ts';
import { adminSendingQuery } from '../../contract/sending/admin-sending.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import { restoreHandle } from '../../server/admin/handles/end-quarantine-rules.ts';
import { handleDetails, listAllHandles } from '../../server/admin/handles/handles-rules.ts';
import { transferHandle } from '../../server/admin/handles/transfer-rules.ts';
import { listProfiles } from '../../server/admin/profiles/profiles-rules.ts';
import { changeSending, listSenders } from '../../server/admin/sending/sending-rules.ts';
import { suspendHandle, unsuspendHandle } from '../../server/admin/suspension/suspension-rules.ts';
import { userIdOf } from '../../server/admin/users/details-rules.ts';
import { type AdminContext, type Command, flagOf, type Input, REASON, said, UsageError } from './command.ts';
import { listCommand, SEARCH } from './list-command.ts';

const actor = COMMAND_LINE;

/** Commands about handles: the tabs "Handles", "Profiles" and "Sending", and changes of owners. */
export const HANDLE_COMMANDS: Command[] = [
  listCommand({
    ...{ name: 'handles list', about: 'lists handles', list: 'handles', query: handleQuery, flags: SEARCH },
    read: ({ db }, query) => listAllHandles(db, query),
    line: handleLine,
  }),
  {
    ...{ name: 'handles show', about: 'shows a handle, its owner and its dates', args: ['HANDLE'] },
    async run({ db }, { args: [name = ''] }) {
      const handle = await handleDetails(db, name);
      const facts = [
        `Owner: ${handle.ownerEmail ?? 'none'}`,
        `Page: ${handle.hasPage ? 'on' : 'switched off by its owner'}`,
        ...(handle.paidUntil ? [`Paid until: ${handle.paidUntil}`] : []),
        ...(handle.quarantinedAt ? [`Receives no mail since: ${handle.quarantinedAt}`] : []),
      ];
      return { data: handle, lines: [handleLine(handle).join('  '), ...facts] };
    },
  },
  {
    ...{ name: 'handles suspend', about: 'takes a page and its address offline', args: ['HANDLE'], flags: REASON },
    confirm: ({ args: [name] }) => `This takes the page and the address of ${name} offline.`,
    async run({ db, clock }, input) {
      await suspendHandle(db, clock, await handleAction(db, input));
      return said(`${input.args[0]} is suspended.`, await handleDetails(db, input.args[0] ?? ''));
    },
  },
  {
    ...{ name: 'handles unsuspend', about: 'restores a suspended handle', args: ['HANDLE'], flags: REASON },
    async run({ db, clock }, input) {
      await unsuspendHandle(db, clock, await handleAction(db, input));
      return said(`${input.args[0]} is no longer suspended.`, await handleDetails(db, input.args[0] ?? ''));
    },
  },
  {
    ...{
      name: 'handles restore',
      about: 'gives a handle in quarantine to an account',
      args: ['HANDLE', 'EMAIL-OR-ID'],
    },
    flags: { 'paid-until': { hint: 'DATE', about: 'the end of its paid time, for a paid plan' }, ...REASON },
    async run({ db, clock }, input) {
      const action = await handleAction(db, input);
      const ownerId = await userIdOf(db, input.args[1] ?? '');
      await restoreHandle(db, { ...action, ownerId, paidUntil: dateOf(input.flags['paid-until']) }, clock());
      const next = 'What its earlier owner had added is deleted: page and forwarding start empty.';
      const data = await handleDetails(db, input.args[0] ?? '');
      return { data, lines: [`${input.args[0]} belongs to ${data.ownerEmail}.`, next] };
    },
  },
  {
    ...{ name: 'handles transfer', about: 'gives a handle to another account', args: ['HANDLE', 'EMAIL-OR-ID'] },
    flags: REASON,
    confirm: ({ args: [name] }) => `Its owner loses ${name}, and its inboxes, contacts and delivery log are deleted.`,
    async run({ db, clock }, input) {
      const action = await handleAction(db, input);
      await transferHandle(db, { ...action, ownerId: await userIdOf(db, input.args[1] ?? '') }, clock());
      const data = await handleDetails(db, input.args[0] ?? '');
      return said(`${input.args[0]} belongs to ${data.ownerEmail}.`, data);
    },
  },
  listCommand({
    ...{ name: 'profiles list', about: 'lists pages', list: 'profiles', query: profileQuery, flags: SEARCH },
    read: ({ db }, query) => listProfiles(db, query),
    line: ({ id, username, displayName, socialLinks }) => [id, username, displayName, `${socialLinks.length} links`],
  }),
  listCommand({
    ...{ name: 'sending list', about: 'lists handles whose sending is paused or has problems', list: 'sending' },
    query: adminSendingQuery,
    read: ({ db, clock }, query) => listSenders(db, query, clock()),
    line: ({ handle, paused, recipients, bounces, complaints }) => [
      ...[handle, paused ? `PAUSED (${paused.reason}) since ${paused.at}` : 'sending'],
      ...[`${recipients} recipients`, `${bounces} bounces`, `${complaints} complaints`],
    ],
  }),
  { ...{ name: 'sending pause', about: 'pauses the sending of a handle', args: ['HANDLE'] }, ...sending('pause') },
  { ...{ name: 'sending resume', about: 'resumes the sending of a handle', args: ['HANDLE'] }, ...sending('resume') },
];

function sending(action: 'pause' | 'resume'): Pick<Command, 'flags' | 'run'> {
  return {
    flags: REASON,
    async run({ db, clock }, input) {
      await changeSending(db, action, await handleAction(db, input), clock());
      return said(`The sending of ${input.args[0]} is ${action}d.`, { paused: action === 'pause' });
    },
  };
}

function handleLine({ id, handle, plan, status, createdAt }: AdminHandle): string[] {
  return [String(id), handle, plan, status, createdAt];
}

async function handleAction(db: AdminContext['db'], input: Input) {
  const { id } = await handleDetails(db, input.args[0] ?? '');
  return { actor, id, reason: flagOf(input, 'reason') };
}

function dateOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime());
  if (!isDay || date.toISOString().slice(0, 10) !== text)
    throw new UsageError(`${text} is not a day such as 2027-01-31.`);
  return date;
}
