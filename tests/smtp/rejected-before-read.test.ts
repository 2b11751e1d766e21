import { expect, it } from 'vitest';
import { startMailServer } from './mail-server.ts';
import { send } from './signed-senders.ts';

const HEAD = 'From: carol@senders.test\r\nSubject: hi\r\n\r\n';

it.each([
  ['is too large', `${HEAD}${'line\r\n'.repeat(1000)}`, '5.3.4', 552],
  ['has a bare LF', `${HEAD}one\ntwo\r\n`, '5.6.0', 550],
])(
  'rejects a message that %s before authentication and records it for the recipient',
  async (_what, text, enhanced, code) => {
    await using server = await startMailServer({ options: { size: 2000 } });
    const reply = await send(server, text, 'carol@senders.test');
    expect(reply).toMatch(new RegExp(`^${code} ${enhanced.replaceAll('.', '\\.')} `));
    expect([...server.deliveries.values()]).toMatchObject([
      [
        { step: 'received', key: 'alice', recipient: 'alice@handles.test', sender: 'carol@senders.test', subject: '' },
        { step: 'refused', code, enhanced },
      ],
    ]);
  },
);
