import { describe, expect, it } from 'vitest';
import { blockableAddress, isSentByOwner, describeSender } from './sender-name.ts';

describe('describeSender', () => {
  it.each([
    ['Carol <carol@a.example>', 'carol@A.example', 'Carol <carol@a.example>', null],
    ['carol@a.example', 'bounce-7@list.example', 'carol@a.example', 'sent by bounce-7@list.example'],
    ['', 'carol@a.example', 'carol@a.example', null],
    ['mailer@a.example', '', 'mailer@a.example', 'sent as a notice'],
    ['', '', 'A notice without sender', null],
  ])('%s by %s', (author, sender, from, by) => {
    expect(describeSender({ author, sender })).toEqual({ from, by });
  });
});

describe('blockableAddress', () => {
  it.each([
    ['Carol <Carol@A.example>', 'bounce@list.example', 'carol@a.example'],
    ['', 'bounce@list.example', 'bounce@list.example'],
    ['two@a.example, three@a.example', '', null],
    ['', '', null],
  ])('%s by %s: %s', (author, sender, address) => {
    expect(blockableAddress({ author, sender })).toBe(address);
  });
});

describe('isSentByOwner', () => {
  it.each([
    ['Me <Me+shop@Inbox.example>', 'x@y.example', true],
    ['x@y.example', 'me@inbox.example', true],
    ['me@inbox.example.evil.example', '', false],
    ['"me@inbox.example" <other@y.example>', 'other@y.example', false],
  ])('%s by %s: %s', (author, sender, own) => {
    expect(isSentByOwner({ author, sender }, 'me@inbox.example')).toBe(own);
  });
});
