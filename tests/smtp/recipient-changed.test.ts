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
  ['was removed', refuse, /^451 4\.3\.0 A recipient changed/, 0],
  ['was replaced', { kind: 'forward', destination: 'new@elsewhere.test', key: 'alice' }, /^451 4\.3\.0 /, 0],
  ['did not change', null, /^250 /, 1],
])(
  'checks the destination again after a slow client has sent its message: the inbox %s',
  async (_what, change, expected, received) => {
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
  },
);
