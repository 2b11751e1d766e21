import { describe, expect, test } from 'vitest';
import { openHouse } from './house.ts';
import { enqueue, running, until } from './queued.ts';

describe('a second inbox', () => {
  const OLD = 4 * 3600 + 60;

  async function withSecond(age: number, answers: (to: string) => 'later' | 'never' | 'taken' | 'unasked') {
    const house = await openHouse();
    const tried: string[] = [];
    house.people.alice = {
      kind: 'forward',
      destination: 'alice.inbox@elsewhere.test',
      key: 'alice',
      policy: { backup: 'second@spare.test' },
    };
    house.ports.transport = {
      close: async () => {},
      async deliver({ to }) {
        tried.push(to);
        const answer = answers(to);
        if (answer === 'taken') return { kind: 'delivered', code: 250, text: 'ok', final: true };
        if (answer === 'never') return { kind: 'refused', code: 550, enhanced: '5.1.1', text: 'no' };
        if (answer === 'unasked') {
          return { kind: 'deferred', code: 0, enhanced: '4.4.1', text: 'left alone', untried: true };
        }
        return { kind: 'deferred', code: 450, enhanced: '4.2.0', text: 'later' };
      },
    };
    await enqueue(house);
    const id = house.queue.rows[0]?.id ?? '';
    house.pass(age);
    const runner = await running(house);
    return { house, id, tried, runner };
  }

  test('gets what the first has put off for hours, and that is recorded', async () => {
    const { house, id, tried, runner } = await withSecond(OLD, () => 'taken');
    await using _house = house;
    await until(() => house.queue.rows.length === 0);
    await runner.stop();
    expect(tried).toEqual(['second@spare.test']);
    expect(house.flights.get(id)).toMatchObject([{ step: 'tried', backup: true, result: { kind: 'delivered' } }]);
  });

  test('gets nothing before', async () => {
    const { house, tried, runner } = await withSecond(3600, () => 'taken');
    await using _house = house;
    await until(() => house.queue.rows.length === 0);
    await runner.stop();
    expect(tried).toEqual(['alice.inbox@elsewhere.test']);
  });

  test('that does not take it leaves the first its chance', async () => {
    const { house, id, tried, runner } = await withSecond(OLD, (to) => (to.startsWith('second') ? 'never' : 'taken'));
    await using _house = house;
    await until(() => house.queue.rows[0]?.attempts === 1);
    house.pass(120);
    await until(() => house.queue.rows.length === 0);
    await runner.stop();
    expect(tried).toEqual(['second@spare.test', 'alice.inbox@elsewhere.test']);
    expect(house.flights.get(id)?.map(({ step }) => step)).toEqual(['tried', 'queued', 'tried']);
  });

  test('that is left alone for now leaves the first its chance, and the other way round', async () => {
    for (const resting of ['second', 'alice']) {
      let first = true;
      const { house, tried, runner } = await withSecond(OLD, (to) => {
        // The first attempt settles whose turn is next.
        if (resting === 'alice' && first) return 'later';
        return to.startsWith(resting) ? 'unasked' : 'taken';
      });
      await using _house = house;
      if (resting === 'alice') {
        await until(() => house.queue.rows[0]?.attempts === 1);
        first = false;
        house.pass(120);
      }
      await until(() => house.queue.rows.length === 0);
      await runner.stop();
      expect(tried.at(-2)).toMatch(resting);
      expect(tried.at(-1)).not.toMatch(resting);
      expect(house.queue.settled).toMatchObject([{ kind: 'delivered' }]);
    }
  });
});
