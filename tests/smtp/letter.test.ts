import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deliverSystemEmail } from '../../mail/system-email.ts';
import { openHouse } from './house.ts';

const LETTER = {
  from: 'no-reply@handles.test',
  to: 'person@elsewhere.test',
  bytes: Buffer.from('From: a@b.c\r\n\r\nhi\r\n'),
};

test('an inbox that is silent after the final dot holds nobody up: the letter is kept, and settled by the answer', async () => {
  await using house = await openHouse();
  house.inbox.on('dot', 'hang', 1);
  expect(await deliverSystemEmail(house.ports, LETTER, 300)).toMatchObject({ kind: 'queued' });
  expect(house.queue.rows).toMatchObject([{ destination: LETTER.to, lease: 30, recipient: '' }]);
  // Nobody else may try it meanwhile.
  expect(await house.ports.queue.claim(10, 10, 30)).toEqual([]);
  house.inbox.dropConnections();
  for (const deadline = Date.now() + 3000; Date.now() < deadline && house.queue.rows[0]?.attempts !== 1; )
    await sleep(5);
  expect(house.queue.rows).toMatchObject([{ attempts: 1 }]);
});

test('a letter that left, is refused or must wait is told so', async () => {
  await using house = await openHouse();
  expect(await deliverSystemEmail(house.ports, LETTER, 1000)).toMatchObject({ kind: 'delivered' });
  house.inbox.on('rcpt', '550 5.1.1 Nobody', 1);
  expect(await deliverSystemEmail(house.ports, LETTER, 1000)).toMatchObject({ kind: 'refused', enhanced: '5.1.1' });
  house.inbox.on('rcpt', '451 4.7.1 Later', 1);
  expect(await deliverSystemEmail(house.ports, LETTER, 1000)).toMatchObject({ kind: 'queued' });
  expect(house.queue.rows).toHaveLength(1);
});
