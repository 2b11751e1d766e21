import { expect, it } from 'vitest';
import { domainsOf, inboxPattern, isSameInbox, showsInbox } from './same-inbox.ts';

it.each([
  ['Ann@inbox.test', 'ann@INBOX.test', true, true],
  ['ann@inbox.test', 'ann+tag@inbox.test', false, true],
  ['ann+a@inbox.test', 'ann+b@inbox.test', false, true],
  ['ann@inbox.test', 'anna@inbox.test', false, false],
  ['ann@inbox.test', 'a.nn@inbox.test', false, false],
  ['ann@inbox.test', 'ann@other.test', false, false],
  ['a.nn@gmail.com', 'ann+tag@googlemail.com', true, true],
  ['ann@gmail.com', 'bob@gmail.com', false, false],
  ['ann@gmail.com', 'ann@inbox.test', false, false],
  ['ann@bücher.test', 'ann@xn--bcher-kva.test', false, true],
  ['ann+line\nbreak@inbox.test', 'ann@inbox.test', false, true],
  ['ann', 'ann', true, false],
  ['ann', 'ann@inbox.test', false, false],
  ['ann@inbox.test', 'ann', false, false],
])('compares %j with %j: same %s, shown %s', (one, other, isSame, isShown) => {
  expect([isSameInbox(one, other), isSameInbox(other, one)]).toEqual([isSame, isSame]);
  expect([showsInbox(one, other), showsInbox(other, one)]).toEqual([isShown, isShown]);
});

it('spells a domain in every way that exists', () => {
  expect(domainsOf('gmail.com')).toEqual(['gmail.com', 'googlemail.com']);
  expect(domainsOf('bücher.test')).toEqual(['bücher.test', 'xn--bcher-kva.test']);
  expect(domainsOf('inbox.test')).toEqual(['inbox.test']);
  expect(domainsOf('a b.test')).toEqual(['a b.test']);
});

it.each([
  ['ann@inbox.test', 'x ann@inbox.test y', 'ann@inbox.test'],
  ['ann@inbox.test', 'ann+t.a-g@inbox.test', 'ann+t.a-g@inbox.test'],
  ['ann+tag@inbox.test', 'ann@inbox.test', 'ann@inbox.test'],
  ['ann@inbox.test', `ann+${'t'.repeat(64)}@inbox.test`, `ann+${'t'.repeat(64)}@inbox.test`],
  ['ann@inbox.test', `ann+${'t'.repeat(65)}@inbox.test`, undefined],
  ['ann@inbox.test', 'ann+a b@inbox.test', undefined],
  ['ann@inbox.test', 'ann@inboxXtest', undefined],
  ['a.n@inbox.test', 'axn@inbox.test', undefined],
  ['ann@gmail.com', 'a.n.n.@googlemail.com', 'a.n.n.@googlemail.com'],
  ['ann@inbox.test', 'a.nn@inbox.test', undefined],
  ['ann@bücher.test', 'ann@xn--bcher-kva.test', 'ann@xn--bcher-kva.test'],
  ['not.an.address', 'xnot.an.address', 'not.an.address'],
  ['not.an.address', 'notXanXaddress', undefined],
  ['+tag@inbox.test', 'x+tag@inbox.test', '+tag@inbox.test'],
  ['+tag@inbox.test', '@inbox.test', undefined],
])('the pattern of %s finds in %j: %j', (address, text, found) => {
  expect(new RegExp(inboxPattern(address)).exec(text)?.[0]).toBe(found);
});
