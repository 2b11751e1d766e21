import { expect, it } from 'vitest';
import { readFromField } from '../authenticate/from-field.ts';
import { checkAuthors, isOwnAddress, isSenderRedundant } from './own-address.ts';

const OWN = 'alice@handles.test';

function check(...lines: string[]): string | null {
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  try {
    checkAuthors(head, readFromField(head).addresses, OWN);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

it.each([
  ['the address', 'From: alice@handles.test'],
  ['a name and the address', 'From: "Alice, Ltd." <alice@handles.test>'],
  ['a tag', 'From: Alice <alice+news.2@handles.test>'],
  ['capital letters', 'From: <ALICE@Handles.Test>'],
  ['two tags of its own', 'From: alice+a@handles.test, alice+b@handles.test'],
  ['the address as its own name', 'From: alice@handles.test <alice@handles.test>'],
  ['another address in a quoted name or a comment', 'From: "x@y.test" <alice@handles.test> (was: old@y.test)'],
  ['a folded field', 'From: Alice\r\n <alice@handles.test>'],
  ['another address behind an escaped quote', 'From: "x \\" y@z.test" <alice@handles.test>'],
  ['another address behind an escaped parenthesis', 'From: alice@handles.test (x \\) y@z.test)'],
  ['another address behind a nested comment', 'From: alice@handles.test (x (y) y@z.test)'],
  ['a parenthesis in a quoted name', 'From: "Alice (x" <alice@handles.test>'],
  ['a quote in a comment', 'From: alice@handles.test (6" tall)'],
  ['exactly 16 KB', `From: (${'x'.repeat(16_384 - 29)}) alice@handles.test`],
  [
    'long fields, each of less than 16 KB,',
    `To: ${'x'.repeat(16_000)}\r\nFrom: (${'x'.repeat(16_000)}) alice@handles.test`,
  ],
])('accepts %s in From', (_what, line) => {
  expect(check(line)).toBeNull();
});

it.each([
  ['someone else', 'From: bob@handles.test'],
  ['a longer handle', 'From: alice.two@handles.test'],
  ['another domain', 'From: alice@handles.test.evil.test'],
  ['a subdomain', 'From: alice@mail.handles.test'],
  ['an empty field', 'From: '],
  ['no address', 'From: Alice'],
  ['one other address among its own', 'From: alice@handles.test, ceo@bank.test'],
  ['an unquoted address as the name', 'From: ceo@bank.test <alice@handles.test>'],
  ['an address in a group', 'From: Team: alice@handles.test, ceo@bank.test;'],
  ['a route', 'From: <@bank.test:alice@handles.test>'],
  ['an unterminated quote', 'From: "Alice <alice@handles.test>'],
  ['an address after an unterminated comment', 'From: (x <alice@handles.test>'],
  ['white space around the at sign', 'From: ceo @ bank.test, alice@handles.test'],
  ['a second at sign', 'From: alice+a@bank.test@handles.test'],
  ['a group of its own address', 'From: Team: alice@handles.test;'],
  ['an unterminated comment after the address', 'From: alice@handles.test (x <ceo@bank.test>'],
  ['more than 16 KB', `From: (${'x'.repeat(16_385 - 29)}) alice@handles.test`],
  ['an unterminated quote after the address', 'From: alice@handles.test "x <ceo@bank.test>'],
])('rejects %s in From', (_what, line) => {
  expect(check(line)).toMatch(
    /^5\.7\.1 From must be the address that you signed in with: set it to alice@handles\.test/,
  );
});

it('checks the authors that a parser has found in addition to the addresses of the field', () => {
  const head = (from: string) => Buffer.from(`From: ${from}\r\n\r\n`);
  expect(() => checkAuthors(head(OWN), [OWN], OWN)).not.toThrow();
  expect(() => checkAuthors(head(OWN), [OWN, 'ceo@bank.test'], OWN)).toThrow('5.7.1 From must be');
  expect(() => checkAuthors(head('\\"x <alice@handles.test>'), [OWN], OWN)).toThrow('5.7.1 From must be');
  expect(() => checkAuthors(head(') (ceo@bank.test) <alice@handles.test>'), [OWN], OWN)).not.toThrow();
});

it('names the field that is wrong if Sender precedes From', () => {
  expect(check('Sender: alice@handles.test', 'From: bob@handles.test')).toMatch(/^5\.7\.1 From must be/);
});

it('names both forms of the address of the handle', () => {
  expect(check('From: bob@handles.test')).toMatch(/ alice@handles\.test, or to alice\+tag@handles\.test, /);
});

it('requires Sender and the authors of a resent message to be the address of the submitter', () => {
  const from = 'From: alice@handles.test';
  expect(check(from, 'Sender: alice+desk@handles.test')).toBeNull();
  expect(check(from, 'Sender: owner@mail.example')).toMatch(/^5\.7\.1 Sender must be/);
  expect(check(from, 'Resent-From: owner@mail.example')).toMatch(/^5\.7\.1 Resent-From must be/);
  expect(check(from, 'Resent-Sender: owner@mail.example')).toMatch(/^5\.7\.1 Resent-Sender must be/);
  expect(check(from, 'Resent-From: alice@handles.test', 'Resent-To: bob@other.test')).toBeNull();
});

it('rejects a second field of a kind that RFC 5322 allows only once', () => {
  for (const name of ['Subject', 'To', 'Cc', 'Date', 'Sender', 'Reply-To', 'In-Reply-To', 'References']) {
    const field = `${name}: alice@handles.test`;
    expect(check('From: alice@handles.test', field, field.toUpperCase())).toBe(
      `5.6.0 The message has more than one field ${name}, please send one`,
    );
  }
});

it('recognises a Sender that repeats the only author', () => {
  const redundant = (from: string, sender: string) =>
    isSenderRedundant(Buffer.from(`From: ${from}\r\nSender: ${sender}\r\n\r\n`));
  expect(redundant('Alice <alice@handles.test>', '<Alice@handles.test>')).toBe(true);
  expect(redundant('alice+a@handles.test', 'alice@handles.test')).toBe(false);
  expect(redundant('alice@handles.test, alice+a@handles.test', 'alice@handles.test')).toBe(false);
  expect(redundant('alice@handles.test', '')).toBe(false);
  expect(redundant('Team: alice@handles.test;', 'Team: alice@handles.test;')).toBe(false);
  const long = `(${'x'.repeat(16_384)}) alice@handles.test`;
  expect(redundant(long, long)).toBe(false);
  expect(isSenderRedundant(Buffer.from('From: alice@handles.test\r\n\r\n'))).toBe(false);
  expect(isSenderRedundant(Buffer.from('Subject: x\r\n\r\n'))).toBe(false);
});

it('compares international domains in their ASCII form', () => {
  expect(isOwnAddress('alice@bücher.test', 'alice@xn--bcher-kva.test')).toBe(true);
});

it.each([
  ['alice@handles.test', OWN, true],
  [`alice+${'x'.repeat(58)}@handles.test`, OWN, true],
  [`alice+${'x'.repeat(59)}@handles.test`, OWN, false],
  ['alice+a..b@handles.test', OWN, false],
  ['alice+@handles.test', OWN, true],
  ['alicex+a@handles.test', OWN, false],
  ['alice', OWN, false],
  [OWN, 'alice', false],
  ['alice+a@handles.test', 'ALICE@handles.test', true],
])('treats %s as an address of %s: %s', (address, own, expected) => {
  expect(isOwnAddress(address, own)).toBe(expected);
});

it('does not treat a character as an ASCII letter because it looks like one or has one as its lower case', () => {
  expect(isOwnAddress('\u212aim@handles.test', 'kim@handles.test')).toBe(false);
  expect(isOwnAddress('\u0430lice@handles.test', OWN)).toBe(false);
  expect(isOwnAddress('alice+\u0430@handles.test', OWN)).toBe(false);
  expect(isOwnAddress('alice@handles.tes\uff54', OWN)).toBe(false);
});
