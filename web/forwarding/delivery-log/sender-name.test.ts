import { describe, expect, it } from 'vitest';
import { blockableAddress, describeSender, isSentByOwner } from './sender-name.ts';

describe('describeSender', () => {
  it.each([
    ['Carol <carol@a.example>', 'carol@A.example', 'Carol <carol@a.example>', null],
    ['carol@a.example', 'bounce-7@list.example', 'carol@a.example', 'sent by bounce-7@list.example'],
    ['', 'carol@a.example', 'carol@a.example', null],
    ['mailer@a.example', '', 'mailer@a.example', 'sent as a notice'],
    ['', '', 'A notice without a sender', null],
  ])('describes author "%s" and envelope sender "%s" as from "%s", "%s"', (author, sender, from, via) => {
    expect(describeSender({ author, sender })).toEqual({ from, via });
  });
});

describe('blockableAddress', () => {
  it.each([
    ['Carol <Carol@A.example>', 'bounce@list.example', 'carol@a.example'],
    ['', 'bounce@list.example', 'bounce@list.example'],
    ['two@a.example, three@a.example', '', null],
    ['', '', null],
  ])('blocks author "%s" with envelope sender "%s" by address "%s"', (author, sender, address) => {
    expect(blockableAddress({ author, sender })).toBe(address);
  });
});

describe('isSentByOwner', () => {
  it.each([
    ['Me <Me+shop@Inbox.example>', 'x@y.example', true],
    ['x@y.example', 'me@inbox.example', true],
    ['me@inbox.example.evil.example', '', false],
    ['"me@inbox.example" <other@y.example>', 'other@y.example', false],
  ])('reports whether author "%s" or envelope sender "%s" is the owner: %s', (author, sender, own) => {
    expect(isSentByOwner({ author, sender }, 'me@inbox.example')).toBe(own);
  });
});
