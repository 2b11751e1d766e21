import { describe, expect, it } from 'vitest';
import { startMailServer } from './mail-server.ts';
import { enqueue, running, until } from './queued.ts';

describe('the second inbox', () => {
  const OLD = 4 * 3600 + 60;

  async function withSecond(age: number, resultFor: (to: string) => 'deferred' | 'rejected' | 'accepted' | 'untried') {
    const server = await startMailServer();
    const tried: string[] = [];
    server.recipients.alice = {
      kind: 'forward',
      destination: 'alice.inbox@elsewhere.test',
      key: 'alice',
      policy: { backup: 'second@spare.test' },
    };
    server.host.transport = {
      close: async () => {},
      async deliver({ to }) {
        tried.push(to);
        const result = resultFor(to);
        if (result === 'accepted') return { kind: 'delivered', code: 250, text: 'ok', final: true };
        if (result === 'rejected') return { kind: 'refused', code: 550, enhanced: '5.1.1', text: 'no' };
        if (result === 'untried') {
          return { kind: 'deferred', code: 0, enhanced: '4.4.1', text: 'circuit open', untried: true };
        }
        return { kind: 'deferred', code: 450, enhanced: '4.2.0', text: 'later' };
      },
    };
    await enqueue(server);
    const id = server.queue.rows[0]?.id ?? '';
    server.advance(age);
    const runner = await running(server);
    return { server, id, tried, runner };
  }

  it('delivers mail that the first inbox has deferred for hours to the second, and records it', async () => {
    const { server, id, tried, runner } = await withSecond(OLD, () => 'accepted');
    await using _server = server;
    await until(() => server.queue.rows.length === 0);
    await runner.stop();
    expect(tried).toEqual(['second@spare.test']);
    expect(server.deliveries.get(id)).toMatchObject([{ step: 'tried', backup: true, result: { kind: 'delivered' } }]);
  });

  it('delivers no mail to the second inbox before the delay has passed', async () => {
    const { server, tried, runner } = await withSecond(3600, () => 'accepted');
    await using _server = server;
    await until(() => server.queue.rows.length === 0);
    await runner.stop();
    expect(tried).toEqual(['alice.inbox@elsewhere.test']);
  });

  it('tries the first inbox again if the second rejects the mail', async () => {
    const { server, id, tried, runner } = await withSecond(OLD, (to) =>
      to.startsWith('second') ? 'rejected' : 'accepted',
    );
    await using _server = server;
    await until(() => server.queue.rows[0]?.attempts === 1);
    server.advance(120);
    await until(() => server.queue.rows.length === 0);
    await runner.stop();
    expect(tried).toEqual(['second@spare.test', 'alice.inbox@elsewhere.test']);
    expect(server.deliveries.get(id)?.map(({ step }) => step)).toEqual(['tried', 'queued', 'tried']);
  });

  it('delivers to the first inbox if the circuit of the second is open, and vice versa', async () => {
    for (const open of ['second', 'alice']) {
      let first = true;
      const { server, tried, runner } = await withSecond(OLD, (to) => {
        // The inboxes alternate, so a first deferred attempt makes alice's inbox the next one.
        if (open === 'alice' && first) return 'deferred';
        return to.startsWith(open) ? 'untried' : 'accepted';
      });
      await using _server = server;
      if (open === 'alice') {
        await until(() => server.queue.rows[0]?.attempts === 1);
        first = false;
        server.advance(120);
      }
      await until(() => server.queue.rows.length === 0);
      await runner.stop();
      expect(tried.at(-2)).toMatch(open);
      expect(tried.at(-1)).not.toMatch(open);
      expect(server.queue.settled).toMatchObject([{ kind: 'delivered' }]);
    }
  });
});
