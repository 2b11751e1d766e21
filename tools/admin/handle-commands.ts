import {
  type AdminHandle,
  getAdminHandles,
  getAdminHandlesFile,
  getAdminProfiles,
  getAdminProfilesFile,
  postAdminHandleSuspend,
  postAdminHandleUnsuspend,
} from '../../contract/admin/admin.ts';
import type { Call } from '../../contract/call.ts';
import {
  getAdminSending,
  postAdminSendingPause,
  postAdminSendingResume,
} from '../../contract/sending/admin-sending.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import { restoreHandle } from '../../server/admin/handles/end-quarantine-rules.ts';
import { type HandleDetails, handleDetails, listAllHandles } from '../../server/admin/handles/handles-rules.ts';
import { transferHandle } from '../../server/admin/handles/transfer-rules.ts';
import { listProfiles } from '../../server/admin/profiles/profiles-rules.ts';
import { changeSending, listSenders } from '../../server/admin/sending/sending-rules.ts';
import { suspendHandle, unsuspendHandle } from '../../server/admin/suspension/suspension-rules.ts';
import { userIdOf } from '../../server/admin/users/details-rules.ts';
import { type AdminContext, type Command, command, dateOf, flagOf, type Input, REASON, type Work } from './command.ts';
import { listCommand, SEARCH } from './list-command.ts';

const actor = COMMAND_LINE;

/** Commands about handles: the tabs "Handles", "Profiles" and "Sending", and changes of owners. */
export const HANDLE_COMMANDS: Command[] = [
  listCommand('handles list', 'lists handles', {
    calls: [getAdminHandles, getAdminHandlesFile],
    list: 'handles',
    flags: SEARCH,
    read: ({ db }, query) => listAllHandles(db, query),
    line: handleLine,
  }),
  command('handles show', 'shows a handle, its owner and its dates', {
    args: ['HANDLE'],
    run: ({ db }, { args: [name = ''] }) => handleDetails(db, name),
    lines: (handle) => [
      handleLine(handle).join('  '),
      `Owner: ${handle.ownerEmail ?? 'none'}`,
      `Page: ${handle.hasPage ? 'on' : 'switched off by its owner'}`,
      ...(handle.paidUntil ? [`Paid until: ${handle.paidUntil}`] : []),
      ...(handle.quarantinedAt ? [`Receives no mail since: ${handle.quarantinedAt}`] : []),
    ],
  }),
  handleChange('handles suspend', 'takes a page and its address offline', {
    calls: [postAdminHandleSuspend],
    confirm: ({ args: [name] }) => `This takes the page and the address of ${name} offline.`,
    change: ({ db, clock }, action) => suspendHandle(db, clock, action),
    lines: (_, { args: [name] }) => `${name} is suspended.`,
  }),
  handleChange('handles unsuspend', 'restores a suspended handle', {
    calls: [postAdminHandleUnsuspend],
    change: ({ db, clock }, action) => unsuspendHandle(db, clock, action),
    lines: (_, { args: [name] }) => `${name} is no longer suspended.`,
  }),
  handleChange('handles restore', 'gives a handle in quarantine to an account', {
    args: ['HANDLE', 'EMAIL-OR-ID'],
    flags: { 'paid-until': { hint: 'DATE', about: 'the end of its paid period, for a paid plan' }, ...REASON },
    async change({ db, clock }, action, { args: [, owner = ''], flags }) {
      const ownerId = await userIdOf(db, owner);
      await restoreHandle(db, { ...action, ownerId, paidUntil: dateOf(flags['paid-until']) }, clock());
    },
    lines: ({ ownerEmail }, { args: [name] }) => [
      `${name} belongs to ${ownerEmail}.`,
      'The data of its earlier owner is deleted: the page and the forwarding start empty.',
    ],
  }),
  handleChange('handles transfer', 'gives a handle to another account', {
    args: ['HANDLE', 'EMAIL-OR-ID'],
    confirm: ({ args: [name] }) => `Its owner loses ${name}, and its inboxes, contacts and delivery log are deleted.`,
    async change({ db, clock }, action, { args: [, owner = ''] }) {
      await transferHandle(db, { ...action, ownerId: await userIdOf(db, owner) }, clock());
    },
    lines: ({ ownerEmail }, { args: [name] }) => `${name} belongs to ${ownerEmail}.`,
  }),
  listCommand('profiles list', 'lists pages', {
    calls: [getAdminProfiles, getAdminProfilesFile],
    list: 'profiles',
    flags: SEARCH,
    read: ({ db }, query) => listProfiles(db, query),
    line: ({ id, username, displayName, socialLinks }) => [id, username, displayName, `${socialLinks.length} links`],
  }),
  listCommand('sending list', 'lists handles whose sending is paused or has problems', {
    calls: [getAdminSending],
    list: 'sending',
    read: ({ db, clock }, query) => listSenders(db, query, clock()),
    line: ({ handle, paused, recipients, bounces, complaints }) => [
      handle,
      paused ? `PAUSED (${paused.reason}) since ${paused.at}` : 'sending',
      `${recipients} recipients`,
      `${bounces} bounces`,
      `${complaints} complaints`,
    ],
  }),
  sending('pause', postAdminSendingPause),
  sending('resume', postAdminSendingResume),
];

/** Creates a command that changes a handle for a reason and returns the changed handle. */
function handleChange(
  name: string,
  about: string,
  {
    change,
    ...work
  }: Omit<Work<HandleDetails>, 'run'> & {
    change(context: AdminContext, action: Awaited<ReturnType<typeof handleAction>>, input: Input): Promise<unknown>;
  },
): Command {
  return command(name, about, {
    args: ['HANDLE'],
    flags: REASON,
    ...work,
    async run(context, input) {
      await change(context, await handleAction(context.db, input), input);
      return handleDetails(context.db, input.args[0] ?? '');
    },
  });
}

function sending(action: 'pause' | 'resume', call: Call): Command {
  return command(`sending ${action}`, `${action}s the sending of a handle`, {
    calls: [call],
    args: ['HANDLE'],
    flags: REASON,
    async run({ db, clock }, input) {
      await changeSending(db, action, await handleAction(db, input), clock());
      return { paused: action === 'pause' };
    },
    lines: (_, { args: [name] }) => `The sending of ${name} is ${action}d.`,
  });
}

function handleLine({ id, handle, plan, status, createdAt }: AdminHandle): string[] {
  return [String(id), handle, plan, status, createdAt];
}

async function handleAction(db: AdminContext['db'], input: Input) {
  const { id } = await handleDetails(db, input.args[0] ?? '');
  return { actor, id, reason: flagOf(input, 'reason') };
}
