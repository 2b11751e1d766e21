import { expect, it } from 'vitest';
import { namesOrigin } from './thread-memory.ts';

const origin = { inboxes: ['owner@corp.example', 'second@gmail.com'], helo: 'Laptop.Example.NET' };

it.each([
  ['<a@marys-laptop>', true],
  ['<a@marys-laptop.home.lan>', true],
  ['<a@MAIL.Corp.Local>', true],
  ['<a@router.home.arpa>', true],
  ['<a@192.168.1.7>', true],
  ['<a@[192.168.1.7]>', true],
  ['<a@[IPv6:fe80::1]>', true],
  ['<a@laptop.example.net>', true],
  ['<a@corp.example>', true],
  ['<a@mx1.corp.example>', true],
  ['<a@notcorp.example>', false],
  ['<a@example.net>', false],
  // Everyone whose own domain is hosted at this provider has such ids.
  ['<a@mail.gmail.com>', false],
  ['<no-host>', false],
])('recognises ids that reveal where the owner writes: %s', (id, expected) => {
  expect(namesOrigin(id, origin)).toBe(expected);
});
