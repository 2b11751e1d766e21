import { expect, it } from 'vitest';
import { hasRight, needsMail, type Right, type Role, receivesMailByDefault, roleIncludes } from './roles.ts';

const RIGHTS: Right[] = ['page', 'copy', 'manage', 'mail', 'own'];

it.each<[Role, string, string]>([
  ['owner', 'page copy manage mail own', 'page manage own'],
  ['manager', 'page copy manage mail', 'page manage'],
  ['editor', 'page copy', 'page'],
])('%s has the rights "%s", and "%s" without access to the mail of the handle', (role, all, withoutMail) => {
  const rights = (receivesMail: boolean) => RIGHTS.filter((right) => hasRight({ role, receivesMail }, right)).join(' ');
  expect([rights(true), rights(false)]).toEqual([all, withoutMail]);
  expect(RIGHTS.filter((right) => roleIncludes(role, right)).join(' ')).toBe(all);
});

it('requires access to the mail of the handle for receiving a copy and for changing where it goes', () => {
  expect(RIGHTS.filter(needsMail)).toEqual(['copy', 'mail']);
});

it('gives the mail to managers but not to editors by default', () => {
  expect([receivesMailByDefault('manager'), receivesMailByDefault('editor')]).toEqual([true, false]);
});
