import { afterEach, expect, it, vi } from 'vitest';
import type { Resolution } from '../../mail/host/directory.ts';
import { LineClient } from './dialogues/line-client.ts';
import { startMailServer } from './mail-server.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const refuse: Resolution = {
  kind: 'refuse',
  code: 550,
  enhanced: '5.1.1',
  text: 'This address does not accept mail',
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
    const client = await LineClient.connect(server.port);
    await client.readLine();
    for (const line of ['HELO client.test', 'MAIL FROM:<carol@senders.test>', 'RCPT TO:<alice@handles.test>', 'DATA']) {
      client.send(`${line}\r\n`);
      expect(await client.readLine()).toMatch(/^[23]/);
    }
    if (change) server.recipients.alice = change;
    advanceClock(2100);
    client.send('From: carol@senders.test\r\n\r\nhi\r\n.\r\n');
    expect(await client.readLine()).toMatch(expected);
    expect(server.inbox.received).toHaveLength(received);
    client.destroy();
  },
);

/** Moves the clock that measures durations forward. */
function advanceClock(milliseconds: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
}
