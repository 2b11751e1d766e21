import { expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { listen } from '../../server/platform/db/change-notifications.ts';
import { openPool } from '../../server/platform/db/database.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { Person } from '../support/api/person.ts';
import { Buyer } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }));

it('removes nofollow from the links of a paid handle 30 days after the payment, even on cached pages, and keeps it for free handles', async () => {
  await new Buyer(server, paypal, 'paying').buys();
  await server.sentEmails();
  await new Person(server).claim('a-free-handle', 'free@inbox.example');
  await server.sentEmails();
  for (const handle of ['paying', 'a-free-handle']) {
    await server.db
      .insertInto('social_links')
      .columns(['handle_id', 'platform', 'username', 'url', 'position'])
      .expression((from) =>
        from
          .selectFrom('handles')
          .where('handle', '=', handle)
          .select(({ val }) => [
            'id',
            val('github').as('platform'),
            val('someone').as('username'),
            val('https://github.com/someone').as('url'),
            val(0).as('position'),
          ]),
      )
      .execute();
  }
  const relOf = async (handle: string) =>
    /<a href="https:\/\/github\.com\/someone"[^>]* rel="([^"]*)"/.exec(
      (await new Person(server).request('GET', `/${handle}`)).text,
    )?.[1];
  const unfollowed = 'noopener noreferrer me nofollow ugc';
  expect([await relOf('paying'), await relOf('a-free-handle')]).toEqual([unfollowed, unfollowed]);
  server.advance(29 * DAY);
  await runNightlyJobs(server);
  expect(await relOf('paying')).toBe(unfollowed);

  const dropped = Promise.withResolvers<string>();
  const listening = Promise.withResolvers<void>();
  const drop = (handle: string) => {
    server.pageCache.drop(handle);
    if (handle === 'paying') dropped.resolve(handle);
  };
  const pool = openPool(server.url);
  const changes = listen({
    url: server.url,
    pool,
    channels: { profile_changed: drop },
    onGap: (isListening) => isListening && listening.resolve(),
    log: createLog('silent', true),
  });
  try {
    await listening.promise;
    expect(await relOf('paying')).toBe(unfollowed);
    server.advance(2 * DAY);
    await runNightlyJobs(server);
    await dropped.promise;
    expect([await relOf('paying'), await relOf('a-free-handle')]).toEqual(['noopener noreferrer me', unfollowed]);
  } finally {
    await changes.stop();
    await pool.end();
  }
});
