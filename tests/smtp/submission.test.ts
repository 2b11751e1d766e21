import { expect, it } from 'vitest';
import { DOMAIN } from './mail-server.ts';
import { until } from './queued.ts';
import { dnsWith, verified } from './signed-senders.ts';
import { INBOX, MAIL, type SubmissionServer, startSubmissionServer, submit } from './submissions.ts';

it('delivers a submitted message to each recipient, so that SPF, DKIM and DMARC pass at the receiver', async () => {
  await using server = await startSubmissionServer();
  expect(await submit(server, MAIL, ['bob@receiver.test', 'eve@other.test'])).toMatch(/^2\.0\.0 Ok/);
  await until(() => server.queue.settled.length === 2);
  const { received } = server.inbox;
  expect(received.flatMap(({ to }) => to).toSorted()).toEqual(['bob@receiver.test', 'eve@other.test']);
  const senders = received.map(({ from }) => from);
  expect(new Set(senders).size).toBe(2);
  for (const sender of senders) expect(sender).toMatch(/^sent=[a-z2-7]{13}=[0-9a-z]{20}-[12]=alice@handles\.test$/);
  const dns = dnsWith(
    {
      [`TXT ${DOMAIN}`]: 'v=spf1 ip4:192.0.2.1 -all',
      [`TXT _dmarc.${DOMAIN}`]: 'v=DMARC1; p=reject; aspf=s; adkim=s',
    },
    () => server,
  );
  const { dkim, spf, dmarc } = await verified(received[0]?.bytes ?? Buffer.alloc(0), dns);
  expect(spf && spf.status.result).toBe('pass');
  expect(dkim.results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([['pass', DOMAIN]]);
  expect(dmarc && dmarc.status.result).toBe('pass');
  expect(server.policy.reserved).toBe(2);
});
