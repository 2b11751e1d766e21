import { expect, test } from 'vitest';
import type { Resolver } from '../../mail/host/resolver.ts';
import { Talker } from './dialogues/talk.ts';
import { type House, openHouse } from './house.ts';

const ROLES_AND_ALICE = ['alice', 'postmaster', 'abuse', 'ABUSE+x'];

/** What each RCPT of one session hears. */
async function answersTo(house: House, from: string, recipients: string[]): Promise<Record<string, string>> {
  const talker = await Talker.connect(house.port);
  await talker.hear();
  const say = async (line: string) => {
    talker.say(`${line}\r\n`);
    return (await talker.hear()) ?? 'closed';
  };
  await say('HELO client.test');
  await say(`MAIL FROM:<${from}>`);
  const answers: Record<string, string> = {};
  for (const local of recipients) answers[local] = await say(`RCPT TO:<${local}@handles.test>`);
  talker.destroy();
  return answers;
}

test('who is listed is refused with the name of the list, but may write to those in charge', async () => {
  const resolver: Resolver = {
    async resolve(name) {
      if (name === '1.0.0.127.bad.test') return ['127.0.0.2'];
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    },
  };
  await using house = await openHouse({ resolver, options: { blockLists: ['good.test', 'bad.test'] } });
  house.people.abuse = { kind: 'fanout', destinations: ['one@admins.test'], key: 'abuse' };
  expect(await answersTo(house, 'carol@senders.test', [...ROLES_AND_ALICE, 'nobody'])).toEqual({
    alice: '550 5.7.1 Rejected: your IP address 127.0.0.1 is listed at bad.test',
    postmaster: '250 2.1.5 Accepted',
    abuse: '250 2.1.5 Accepted',
    'ABUSE+x': '250 2.1.5 Accepted',
    nobody: '550 5.1.1 No such address here',
  });
});

test('a list that does not answer refuses nobody', async () => {
  const resolver: Resolver = { resolve: () => new Promise(() => {}) };
  await using house = await openHouse({ resolver, options: { blockLists: ['hangs.test'] } });
  expect(await answersTo(house, 'carol@senders.test', ['alice'])).toEqual({ alice: '250 2.1.5 Accepted' });
});

test('with greylisting a stranger is asked to come again; those in charge and expected notices are not kept waiting', async () => {
  const asked: string[][] = [];
  const known = new Set<string>();
  const greylist = {
    async secondsToWait(...triplet: [string, string, string]) {
      asked.push(triplet);
      return known.has(triplet.join()) ? 0 : 60;
    },
  };
  await using house = await openHouse({ greylist });
  house.people.abuse = { kind: 'fanout', destinations: ['one@admins.test'], key: 'abuse' };
  const words = '451 4.7.1 Greylisted: please try again in 60 seconds';
  expect(await answersTo(house, 'Carol@senders.test', ['alice', 'postmaster', 'abuse'])).toEqual({
    alice: words,
    postmaster: '250 2.1.5 Accepted',
    abuse: '250 2.1.5 Accepted',
  });
  expect(asked).toEqual([['127.0.0.0/24', 'carol@senders.test', 'alice']]);
  known.add('127.0.0.0/24,carol@senders.test,alice');
  expect(await answersTo(house, 'carol@senders.test', ['alice+tag'])).toEqual({ 'alice+tag': '250 2.1.5 Accepted' });
  expect(await answersTo(house, '', ['bob'])).toEqual({ bob: words });
});

test('a greylist that cannot be asked makes nobody wait', async () => {
  const greylist = { secondsToWait: () => Promise.reject(new Error('away')) };
  await using house = await openHouse({ greylist });
  expect(await answersTo(house, 'carol@senders.test', ['alice'])).toEqual({ alice: '250 2.1.5 Accepted' });
  expect(house.log.some((line) => line.includes('mail.greylist.lookup_failed'))).toBe(true);
});

test('a refused recipient is told to whom it was meant for, an unknown one to nobody', async () => {
  const greylist = { secondsToWait: async () => 60 };
  await using house = await openHouse({ greylist });
  house.people.closed = { kind: 'refuse', code: 550, enhanced: '5.2.1', text: 'Takes no mail', key: 'closed' };
  await answersTo(house, 'carol@senders.test', ['closed', 'nobody', 'alice']);
  expect([...house.flights.values()]).toEqual([
    [
      {
        step: 'received',
        key: 'closed',
        recipient: 'closed@handles.test',
        sender: 'carol@senders.test',
        author: '',
        subject: '',
        client: '127.0.0.1',
        size: 0,
      },
      { step: 'refused', code: 550, enhanced: '5.2.1', text: 'Takes no mail' },
    ],
  ]);
});
