import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { createLimitNotices } from '../../server/mail/adapters/limit-notices.ts';
import { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({ MAIL_DOMAIN: 'mail.example' });
let ann: Person;
beforeAll(async () => {
  ann = new Person(server);
  await forward('ann-of-the-hills', 'ann@inbox.example');
});

/** Claims a handle for Ann and names an inbox for it. */
async function forward(handle: string, forwardingEmail: string): Promise<void> {
  await ann.claim(handle, 'ann@account.example');
  const handles: { id: number; handle: string }[] = (await ann.request('GET', '/api/handles')).body;
  const handleId = handles.find((one) => one.handle === handle)?.id;
  await ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail });
}

/** Returns when the limit was last recorded at the first forwarding. */
async function limitReachedAt(): Promise<number> {
  const [{ id }] = (await ann.request('GET', '/api/email-forwarding')).body;
  return new Date((await ann.request('GET', `/api/email-forwarding/${id}/policy`)).body.limitReachedAt).getTime();
}

describe('the notice that the hourly mail limit is reached', () => {
  const process = () => createLimitNotices({ db: server.db, clock: server.clock, log: { warn: () => {} } });

  async function reach(...handles: string[]) {
    // Each process counts separately, and is called for every deferred message.
    for (const notices of [process(), process()]) {
      for (const handle of handles) for (let message = 0; message < 3; message++) notices.reached(handle, 500);
      await notices.stop();
    }
    return server.sentEmails();
  }

  it('sends the mail limit notice to the owner once a day, for any number of handles and processes', async () => {
    await forward('ann-of-the-valley', 'valley@inbox.example');
    await server.sentEmails();
    const emails = await reach('ann-of-the-hills', 'ann-of-the-valley', 'postmaster', 'no-such-handle');
    expect(emails).toMatchObject([
      {
        sentTo: 'ann@account.example',
        subject: expect.stringMatching(/^A lot of mail for ann-of-the-(hills|valley)@mail\.example$/),
      },
    ]);
    expect(emails[0]?.text?.replace(/\s+/g, ' ')).toContain('We forward at most 500 an hour');
    const noted = await limitReachedAt();
    expect(server.clock().getTime() - noted).toBeLessThan(HOUR);
    server.advance(23 * HOUR);
    expect(await reach('ann-of-the-hills')).toEqual([]);
    server.advance(2 * HOUR);
    expect(await reach('ann-of-the-hills')).toHaveLength(1);
  });
});
