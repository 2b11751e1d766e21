import { adminPictureQuery, pictureOf } from '../../contract/admin/pictures.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import { listPictures, removePictureByName } from '../../server/admin/pictures/pictures-rules.ts';
import { type Command, flagOf, parse, REASON, said, UsageError } from './command.ts';

/** Commands about pictures: the tab "Pictures". */
export const PICTURE_COMMANDS: Command[] = [
  {
    ...{ name: 'pictures list', args: ['[HANDLE|EMAIL|ADDRESS]'] },
    about: 'lists the pictures of a handle or an account, or those that were removed',
    flags: { limit: { hint: 'N', about: 'how many, 100 by default' } },
    async run(context, { args: [search], flags: { limit } }) {
      const query = parse(adminPictureQuery, { ...(limit && { limit }), ...(search && { search }) });
      const items = await listPictures(context, query);
      const lines = items.map(({ name, handle, userId, state, removedAt }) =>
        [name, handle ?? (userId === null ? '-' : `user ${userId}`), state, removedAt ?? ''].join('  ').trimEnd(),
      );
      return { data: { items }, lines: lines.length > 0 ? lines : ['Nothing to list.'] };
    },
  },
  {
    ...{ name: 'pictures remove', about: 'removes a picture for good, and mails its owner the reason', args: ['NAME'] },
    flags: REASON,
    confirm: ({ args: [name] }) => `This deletes ${name} in all its sizes. Nothing brings it back.`,
    async run(context, input) {
      const path = pictureOf(input.args[0] ?? '');
      if (path === null) throw new UsageError(`${input.args[0]} is not a picture such as avatar-1f2e...-256.webp.`);
      const name = path.slice('/media/'.length);
      const isNew = await removePictureByName(context, { actor: COMMAND_LINE, name, reason: flagOf(input, 'reason') });
      return said(`${name} ${isNew ? 'is removed' : 'was removed before'}.`, { removed: isNew });
    },
  },
];
