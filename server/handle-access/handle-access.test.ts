import { expect, it } from 'vitest';
import type { Right, Role } from '../../contract/roles.ts';
import { answeringDatabase } from '../../tests/support/server/answering-database.ts';
import { lockHandle, requireHandle, withRight } from './handle-access.ts';

const MAIL_KEPT = 'The owner of this handle has not given you its mail.';

it.each<[Role, boolean, Right]>([
  ['owner', true, 'own'],
  ['manager', true, 'mail'],
  ['manager', false, 'manage'],
  ['editor', true, 'copy'],
  ['editor', false, 'page'],
])('returns the place of the %s with access to the mail: %s, who has the right "%s"', (role, receivesMail, right) => {
  const place = { role, receivesMail };
  expect(withRight(place, right)).toBe(place);
});

it.each<[Role, boolean, Right, boolean]>([
  ['manager', true, 'own', false],
  ['editor', true, 'manage', false],
  ['editor', false, 'mail', false],
  ['manager', false, 'mail', true],
  ['editor', false, 'copy', true],
])('refuses the %s with access to the mail: %s, who lacks the right "%s"; the owner could give it: %s', (...row) => {
  const [role, receivesMail, right, couldBeGiven] = row;
  const act = () => withRight({ role, receivesMail }, right);
  expect(act).toThrow(expect.objectContaining({ code: 'role_without_right' }));
  expect(messageOf(act) === MAIL_KEPT).toBe(couldBeGiven);
});

it('responds to a stranger as if the handle did not exist', () => {
  expect(() => withRight(undefined, 'page')).toThrow(expect.objectContaining({ code: 'not_found' }));
});

it.each([
  ['requireHandle', requireHandle],
  ['lockHandle', lockHandle],
])('%s returns a handle to an account with the right, and refuses everyone else', async (_name, access) => {
  const as = (rows: object[], right: Right) =>
    access(answeringDatabase(() => rows) as never, { account: { id: 1 }, id: 7, right });
  const editor = { id: 7, role: 'editor', receivesMail: false };
  expect(await as([editor], 'page')).toMatchObject(editor);
  await expect(as([editor], 'manage')).rejects.toMatchObject({ code: 'role_without_right' });
  await expect(as([], 'page')).rejects.toMatchObject({ code: 'not_found' });
});

function messageOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
