import { expect, it } from 'vitest';
import { inboxKey } from './inbox-key.ts';

it.each([
  ['Ann.Lee@Inbox.Example', 'ann.lee@inbox.example'],
  ['ann+news+x@inbox.example', 'ann@inbox.example'],
  ['+news@inbox.example', '+news@inbox.example'],
  ['A.n.n@GMail.com', 'ann@gmail.com'],
  ['a.n.n+news@googlemail.com', 'ann@gmail.com'],
  ['a.n.n@notgmail.com', 'a.n.n@notgmail.com'],
])('counts mail to %s under the inbox %s', (address, key) => {
  expect(inboxKey(address)).toBe(key);
});
