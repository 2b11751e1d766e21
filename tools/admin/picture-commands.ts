import { deleteAdminPicture, getAdminPictures, pictureOf } from '../../contract/admin/pictures.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import { listPictures, removePictureByName } from '../../server/admin/pictures/pictures-rules.ts';
import { type Command, command, flagOf, parse, REASON, UsageError } from './command.ts';

/** Commands about pictures: the tab "Pictures". */
export const PICTURE_COMMANDS: Command[] = [
  command('pictures list', 'lists the pictures of a handle or an account, or those that were removed', {
    calls: [getAdminPictures],
    args: ['[HANDLE|EMAIL|ADDRESS]'],
    flags: { limit: { hint: 'N', about: 'how many, 100 by default' } },
    async run(context, { args: [search], flags: { limit } }) {
      const query = parse(getAdminPictures.query, { ...(limit && { limit }), ...(search && { search }) });
      return { items: await listPictures(context, query) };
    },
    lines: ({ items }) =>
      items.length === 0
        ? 'Nothing to list.'
        : items.map(({ name, handle, userId, state, removedAt }) =>
            [name, handle ?? (userId === null ? '-' : `user ${userId}`), state, removedAt ?? ''].join('  ').trimEnd(),
          ),
  }),
  command('pictures remove', 'removes a picture for good, and mails its owner the reason', {
    calls: [deleteAdminPicture],
    args: ['NAME'],
    flags: REASON,
    confirm: ({ args: [name] }) => `This deletes ${name} in all its sizes. It cannot be restored.`,
    async run(context, input) {
      const name = nameOf(input.args[0]);
      return {
        removed: await removePictureByName(context, { actor: COMMAND_LINE, name, reason: flagOf(input, 'reason') }),
      };
    },
    lines: ({ removed }, { args: [name] }) => `${nameOf(name)} ${removed ? 'is removed' : 'was removed before'}.`,
  }),
];

function nameOf(typed = ''): string {
  const path = pictureOf(typed);
  if (path === null) throw new UsageError(`${typed} is not a picture such as avatar-1f2e...-256.webp.`);
  return path.slice('/media/'.length);
}
