import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Resolution } from '../../mail/host/directory.ts';
import { Talker } from './dialogues/talk.ts';
import { startMailServer } from './mail-server.ts';

const refuse: Resolution = {
  kind: 'refuse',
  code: 550,
  enhanced: '5.1.1',
  text: 'This address takes no mail',
  key: 'alice',
};

it.each<[string, Resolution | null, RegExp, number]>([
  ['was taken away', refuse, /^451 4\.3\.0 A recipient changed/, 0],
  ['is another one now', { kind: 'forward', destination: 'new@elsewhere.test', key: 'alice' }, /^451 4\.3\.0 /, 0],
  ['is still the same', null, /^250 /, 1],
])('handles an inbox that %s while a slow client sends its message', async (_what, change, expected, received) => {
  await using server = await startMailServer();
  const talker = await Talker.connect(server.port);
  await talker.hear();
  for (const line of ['HELO client.test', 'MAIL FROM:<carol@senders.test>', 'RCPT TO:<alice@handles.test>', 'DATA']) {
    talker.say(`${line}\r\n`);
    expect(await talker.hear()).toMatch(/^[23]/);
  }
  if (change) server.people.alice = change;
  await sleep(2100);
  talker.say('From: carol@senders.test\r\n\r\nhi\r\n.\r\n');
  expect(await talker.hear()).toMatch(expected);
  expect(server.inbox.received).toHaveLength(received);
  talker.destroy();
});
