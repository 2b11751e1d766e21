import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '../../contract/payments/plans.ts';
import { firstWeekLimits } from '../../contract/sending/send-limits.ts';
import { STANDARD_SITE } from '../../contract/site/site-document.ts';
import { DAY } from '../../contract/time.ts';
import { maintainAnalytics } from '../../server/analytics/maintenance/roll-up-rules.ts';
import { createAutoReplies } from '../../server/mail/adapters/auto-replies.ts';
import { createSubmissionPolicy } from '../../server/mail/adapters/submission-policy.ts';
import { openMailHost } from '../../server/mail/host.ts';
import { createTransport } from '../../server/mail/transport.ts';
import { openPool } from '../../server/platform/db/database.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { LiveSite } from '../../server/site/live-site.ts';
import { browse } from '../support/analytics/browse.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { addMember } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();

/** Gives the features of a plan to every handle, on a site for members only. */
const give = (features: Plan | null) =>
  server.setSite({
    claims: { mode: 'domains', domains: ['owner.example'] },
    names: { ...STANDARD_SITE.names, features },
  });

let number = 0;
/** Creates a person with a handle of the Free plan, whose inbox is verified. */
async function createFreeOwner() {
  number += 1;
  const made = await createSendingPerson(server, `free-handle-number-${number}`);
  const inbox = `inbox.${number}@private.example`;
  await server.db
    .insertInto('forwardings')
    .values({ handle_id: made.id, address: inbox, address_key: inbox, is_active: true })
    .execute();
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    made.person.request(method, `/api/handles/${made.id}/${path}`, body);
  return { ...made, inbox, call };
}

beforeEach(() => give(null));

describe('the features that every handle has', () => {
  let ann: Awaited<ReturnType<typeof createFreeOwner>>;
  beforeAll(async () => {
    ann = await createFreeOwner();
  });
  const entitledTo = async () => {
    const paths = ['sending', 'reply-mode', 'auto-reply', 'team', 'analytics'];
    const found = await Promise.all(paths.map(async (path) => (await ann.call('GET', path)).body.entitled));
    const { priority } = (await ann.person.request('GET', '/api/support')).body;
    return [...paths.filter((_, at) => found[at]), ...(priority ? ['priority'] : [])];
  };

  it('are those of the plan that the operator chooses', async () => {
    expect(await entitledTo()).toEqual([]);
    await give('Plus');
    expect(await entitledTo()).toEqual(['sending', 'reply-mode', 'auto-reply', 'priority']);
    await give('Deluxe');
    expect(await entitledTo()).toEqual(['sending', 'reply-mode', 'auto-reply', 'team', 'analytics', 'priority']);
    await give('Free');
    expect(await entitledTo()).toEqual([]);
  });

  it('include the limits of recipients, where a handle of a larger plan keeps its own', async () => {
    const { sendLimits } = server.config.mail;
    const limits = async (one: typeof ann) => (await one.call('GET', 'sending')).body.limits;
    const policy = createSubmissionPolicy({ ...server, log: { warn: () => {} } });
    await give('Plus');
    expect(await limits(ann)).toMatchObject(firstWeekLimits(sendLimits.Plus));
    expect(await policy.reserve(ann.handle, 1)).toBeNull();
    await give(null);
    expect(await policy.reserve(ann.handle, 1)).toMatchObject({ code: 550, text: expect.stringContaining('plan') });
    await give('Plus');
    const deluxe = await createSendingPerson(server, 'cfd', new Date('2999-01-01'));
    const status = await deluxe.person.request('GET', `/api/handles/${deluxe.id}/sending`);
    expect(status.body.limits).toMatchObject(firstWeekLimits(sendLimits.Deluxe));
    await policy.stop();
  });

  it('include teams, whose members keep their places while the operator gives no teams', async () => {
    const member = await createFreeOwner();
    const manage = async () => (await member.person.request('GET', `/api/handles/${ann.id}/team`)).status;
    await addMember(server, ann.id, member, 'manager');
    expect([
      await manage(),
      (await ann.call('POST', 'members', { email: 'x@y.example', role: 'editor' })).body.code,
    ]).toEqual([404, 'plan_without_teams']);
    await give('Deluxe');
    expect(await manage()).toBe(200);
    expect((await member.person.request('GET', '/api/handles')).body.map(({ id }: { id: number }) => id)).toContain(
      ann.id,
    );
    await server.sentEmails();
    expect((await ann.call('POST', 'members', { email: 'eve@owner.example', role: 'editor' })).status).toBe(201);
    const eve = new Person(server);
    expect((await eve.request('POST', linkIn((await server.sentEmails())[0]?.text))).status).toBe(303);
    expect((await eve.request('GET', `/api/handles/${ann.id}/team`)).body.role).toBe('editor');
    await give('Plus');
    expect(await manage()).toBe(404);
    await give('Vanity');
    expect(await manage()).toBe(200);
  });

  it('include analytics: the clicks and days of every page are counted', async () => {
    const ida = await createFreeOwner();
    await give('Deluxe');
    await browse(server, `/${ida.handle}`, { from: '8.8.8.8' });
    await server.visits.flush();
    await maintainAnalytics(server.db, new Date(Date.now() + 2 * DAY));
    const days = server.db.selectFrom('page_days').select('visitors').where('handle_id', '=', ida.id);
    expect(await days.execute()).toEqual([{ visitors: 1 }]);
    expect((await ida.call('GET', 'analytics?days=7')).body).toMatchObject({ views: 1, visitors: 1 });
  });

  it('include an automatic reply, whose settings are kept while it is off', async () => {
    const replies = createAutoReplies(server.db, server.clock, server.config.mail.sendLimits);
    const away = {
      enabled: true,
      subject: 'Away',
      text: 'Back soon.',
      from: null,
      until: null,
      every: 7,
      audience: 'everybody',
    };
    expect((await ann.call('PUT', 'auto-reply', away)).body.code).toBe('plan_without_auto_reply');
    await give('Plus');
    expect((await ann.call('PUT', 'auto-reply', away)).status).toBe(200);
    const hourly = Math.floor(server.config.mail.sendLimits.Plus.hour / 4);
    expect(await replies.take(ann.handle, { address: 'one@senders.example', name: '' })).toMatchObject({ hourly });
    await give(null);
    expect(await replies.take(ann.handle, { address: 'two@senders.example', name: '' })).toBeNull();
    expect((await ann.call('GET', 'auto-reply')).body).toMatchObject({ enabled: true, entitled: false });
  });

  it('include the number of handles that an inbox can serve', async () => {
    const bea = await createFreeOwner();
    const add = async () => {
      number += 1;
      const handle = `another-handle-of-bea-${number}`;
      expect((await bea.person.request('POST', '/api/profiles', { username: handle })).status).toBe(201);
      const { body } = await bea.person.request('GET', `/api/handles?handle=${handle}`);
      const forwarding = { handleId: body[0].id, forwardingEmail: 'shared@private.example' };
      const set = await bea.person.request('POST', '/api/email-forwarding', forwarding);
      const link = (await server.sentEmails()).find(({ sentTo }) => sentTo === 'shared@private.example')?.text;
      if (set.status === 200) expect((await bea.person.request('POST', linkIn(link))).status).toBe(303);
      return set.body.code ?? set.status;
    };
    await server.sentEmails();
    expect([await add(), await add(), await add()]).toEqual([200, 200, 'forwarder_limit']);
    await give('Deluxe');
    expect(await add()).toBe(200);
  });

  it('take effect in a mail process within a second, although it caches what it looks up', async () => {
    const cid = await createFreeOwner();
    const { config, db, clock, url: directUrl } = server;
    const pool = openPool(directUrl);
    const log = createLog('silent', true);
    const transport = createTransport(config, log);
    const liveSite = new LiveSite({ db, settings: config.site, log });
    const host = await openMailHost({ config, db, pool, directUrl, clock, log, transport, liveSite });
    const known = async () => {
      const found = await host.ports.directory.resolve(cid.handle);
      const refused = await host.ports.submission?.reserve(cid.handle, 1);
      const { features } = liveSite.current().names;
      return [found.kind === 'forward' && found.policy?.keepsContacts, refused?.code, features];
    };
    try {
      // Once it listens, it reads the document of the site, and caches what it looks up.
      await expect.poll(() => liveSite.current().claims.mode).toBe('domains');
      expect(await known()).toEqual([undefined, 550, null]);
      await give('Plus');
      await expect.poll(known, { timeout: 1000 }).toEqual([true, undefined, 'Plus']);
      await give(null);
      await expect.poll(known, { timeout: 1000 }).toEqual([undefined, 550, null]);
    } finally {
      await host.stop();
      liveSite.stop();
      await transport.close();
      await pool.end();
    }
  });
});
