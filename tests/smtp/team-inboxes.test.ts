import { describe, expect, it } from 'vitest';
import type { DeliveryStep } from '../../mail/host/recorder.ts';
import { useDatabase } from '../support/server/test-database.ts';
import type { MailServer } from './mail-server.ts';
import { ANNA, BEN, OWNER, startTeamServer, TEAM, type TeamServer } from './team-inboxes.ts';

const REFUSED = '550 5.7.1 Not wanted here';
const LATER = '451 4.3.2 Later';

const database = useDatabase();

/** No domain has an SPF record, so that no sender is authenticated. */
const strangers = {
  resolver: {
    resolve: async () => {
      throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' });
    },
  },
};

const everybody = [OWNER, ANNA.address, BEN.address];
const received = (team: TeamServer) => everybody.map((address) => team.at(address).received.length);
const isEmpty = (team: TeamServer) => async () => (await team.queued()).length === 0;

/** The steps of the only delivery that belong to an inbox. */
function stepsOf(server: MailServer): DeliveryStep[] {
  expect(server.deliveries.size).toBe(1);
  return [...server.deliveries.values()].flat().filter(({ step }) => !/^(received|checked|changed)$/.test(step));
}

/** Sends a message while the inboxes send these replies, and asserts the reply to the sender. */
async function sendWith(team: TeamServer, replies: Record<string, string>, expected: RegExp): Promise<void> {
  for (const [address, reply] of Object.entries(replies)) team.at(address).on('rcpt', reply);
  expect(await team.send()).toMatch(expected);
}

describe('a message for a recipient with several inboxes', () => {
  it('a message for several inboxes goes to each inbox once, in its own envelope, with one record', async () => {
    await using team = await startTeamServer(database.pool);
    expect(await team.send()).toMatch(/^250 /);
    expect(received(team)).toEqual([1, 1, 1]);
    for (const address of everybody) {
      const [copy] = team.at(address).received;
      expect(copy?.to).toEqual([address]);
      expect(copy?.from).toMatch(/^srs0=[a-z2-7]{13}=[a-z2-7]{2}=team=senders\.test=carol@handles\.test$/);
      expect(copy?.bytes.toString().match(/^X-Forwarded-To: team@handles\.test\r$/gm)).toHaveLength(1);
      expect(copy?.bytes.toString()).not.toMatch(/one\.test|two\.test|three\.test/);
    }
    expect(await team.queued()).toEqual([]);
    expect(
      stepsOf(team.server)
        .map((step) => ('inbox' in step ? step.inbox : undefined))
        .toSorted(),
    ).toEqual([ANNA.id, BEN.id, undefined]);
    const steps = [...team.server.deliveries.values()].flat();
    for (const once of ['received', 'checked', 'changed']) {
      expect(steps.filter(({ step }) => step === once)).toHaveLength(1);
    }
  });

  it('a message for several inboxes goes once to an address that two of them have', async () => {
    await using team = await startTeamServer(database.pool);
    const others = [{ id: 7, address: OWNER.toUpperCase() }, BEN, { id: 9, address: BEN.address }];
    team.server.recipients.team = { kind: 'forward', destination: OWNER, key: 'team', others };
    expect(await team.send()).toMatch(/^250 /);
    expect(received(team)).toEqual([1, 0, 1]);
  });

  it('a message for several inboxes goes to the others if the recipient itself has no inbox', async () => {
    await using team = await startTeamServer(database.pool);
    team.server.recipients.team = { kind: 'forward', destination: null, key: 'team', others: [ANNA, BEN] };
    expect(await team.send()).toMatch(/^250 /);
    expect(received(team)).toEqual([0, 1, 1]);
  });

  it('a message is sent once to recipients with the same inboxes, and separately to a recipient who shares only some', async () => {
    await using team = await startTeamServer(database.pool);
    team.server.recipients.bob = { kind: 'forward', destination: OWNER, key: 'bob' };
    expect(await team.send(['team+a@handles.test', 'team+b@handles.test', 'bob@handles.test'])).toMatch(/^250 /);
    await team.runUntil(isEmpty(team));
    expect(received(team)).toEqual([2, 1, 1]);
  });
});

describe('the reply to the sender', () => {
  it('the reply to the sender is 250 if one inbox accepts and one refuses, and the refusal is only recorded', async () => {
    await using team = await startTeamServer(database.pool);
    await sendWith(team, { [OWNER]: REFUSED }, /^250 /);
    expect(received(team)).toEqual([0, 1, 1]);
    expect(await team.queued()).toEqual([]);
    const steps = stepsOf(team.server);
    expect(steps).toContainEqual(expect.objectContaining({ step: 'failed', enhanced: '5.7.1' }));
    expect(steps.map(({ step }) => step)).not.toContain('returned');
  });

  it('the reply to the sender is 250 if one inbox accepts and one defers, whose copy is queued', async () => {
    await using team = await startTeamServer(database.pool, strangers);
    await sendWith(team, { [ANNA.address]: LATER }, /^250 /);
    expect(await team.queued()).toEqual([ANNA.address]);
    team.at(ANNA.address).on('rcpt', null);
    await team.makeDue();
    await team.runUntil(isEmpty(team));
    expect(received(team)).toEqual([1, 1, 1]);
    const [copy] = team.at(ANNA.address).received;
    expect(copy?.bytes.toString().match(/^X-Forwarded-To: team@handles\.test\r$/gm)).toHaveLength(1);
  });

  it('the reply to the sender is 550 if all refuse', async () => {
    await using team = await startTeamServer(database.pool);
    await sendWith(team, { [OWNER]: REFUSED, [ANNA.address]: REFUSED, [BEN.address]: REFUSED }, /^550 5\.7\.1 /);
    expect(await team.queued()).toEqual([]);
    expect(stepsOf(team.server).filter(({ step }) => step === 'refused')).toHaveLength(1);
  });

  it('the reply to the sender is 250 for an authenticated sender and 451 for others if no inbox accepts and one defers', async () => {
    const replies = { [OWNER]: REFUSED, [ANNA.address]: LATER, [BEN.address]: LATER };
    await using team = await startTeamServer(database.pool);
    await sendWith(team, replies, /^250 /);
    expect(await team.queued()).toEqual([ANNA.address, BEN.address]);
    const { rows } = await database.pool.query('select distinct message_id from mail_recipients');
    expect(rows).toHaveLength(1);
    await using stranger = await startTeamServer(database.pool, strangers);
    await sendWith(stranger, replies, /^451 /);
    expect(await stranger.queued()).toEqual([]);
  });
});

describe('a failure notice', () => {
  it('a failure notice is not sent for an inbox that refuses from the queue after another one accepted in session', async () => {
    await using team = await startTeamServer(database.pool);
    await sendWith(team, { [BEN.address]: LATER }, /^250 /);
    team.at(BEN.address).on('rcpt', REFUSED);
    await team.makeDue();
    await team.runUntil(isEmpty(team));
    expect(stepsOf(team.server).at(-1)).toMatchObject({ step: 'failed', inbox: BEN.id });
    expect(team.notices()).toEqual([]);
  });

  it.each([
    ['first', [BEN.address, ANNA.address]],
    ['last', [ANNA.address, BEN.address]],
  ])('a failure notice is not sent if the one inbox that accepts from the queue is the %s', async (_which, order) => {
    await using team = await startTeamServer(database.pool);
    await sendWith(team, { [OWNER]: REFUSED, [ANNA.address]: LATER, [BEN.address]: LATER }, /^250 /);
    team.at(ANNA.address).on('rcpt', REFUSED);
    team.at(BEN.address).on('rcpt', null);
    for (const [at, address] of order.entries()) {
      await team.makeDue(address);
      await team.runUntil(async () => (await team.queued()).length === 1 - at);
    }
    expect(received(team)).toEqual([0, 0, 1]);
    expect(team.notices()).toEqual([]);
    expect(stepsOf(team.server).map(({ step }) => step)).not.toContain('returned');
    expect((await database.pool.query('select from mail_groups')).rowCount).toBe(0);
  });

  it('a failure notice is sent once if all inboxes fail, even at the same time in several processes', async () => {
    await using team = await startTeamServer(database.pool);
    await sendWith(team, { [OWNER]: LATER, [ANNA.address]: LATER, [BEN.address]: LATER }, /^250 /);
    for (const address of everybody) team.at(address).on('rcpt', REFUSED);
    await team.makeDue();
    await team.runUntil(isEmpty(team), 3);
    expect(team.notices()).toHaveLength(1);
    expect(team.notices()[0]).toContain(`Final-Recipient: rfc822; ${TEAM}`);
    expect(team.notices()[0]).not.toMatch(/one\.test|two\.test|three\.test/);
    const steps = stepsOf(team.server);
    expect(steps.filter(({ step }) => step === 'returned')).toMatchObject([{ toSender: true }]);
    expect(steps.filter(({ step }) => step === 'failed')).toHaveLength(3);
  });

  it('a failure notice is sent for another recipient whose only inbox refuses while the same inbox fails one of several', async () => {
    await using team = await startTeamServer(database.pool);
    team.server.recipients.bob = { kind: 'forward', destination: OWNER, key: 'bob' };
    team.at(OWNER).on('rcpt', REFUSED);
    expect(await team.send([TEAM, 'bob@handles.test'])).toMatch(/^250 /);
    await team.runUntil(isEmpty(team));
    expect(team.notices()).toHaveLength(1);
    expect(team.notices()[0]).toContain('Final-Recipient: rfc822; bob@handles.test');
  });
});

describe('an inbox that changes while its copy is queued', () => {
  it('an inbox that changes gets no mail after it was removed, and the removal is recorded', async () => {
    await using team = await startTeamServer(database.pool);
    await sendWith(team, { [ANNA.address]: LATER }, /^250 /);
    team.at(ANNA.address).on('rcpt', null);
    team.server.recipients.team = { kind: 'forward', destination: OWNER, key: 'team', others: [BEN] };
    await team.makeDue();
    await team.runUntil(isEmpty(team));
    expect(received(team)).toEqual([1, 0, 1]);
    expect(stepsOf(team.server).at(-1)).toMatchObject({ step: 'failed', inbox: ANNA.id });
    expect(team.notices()).toEqual([]);
  });

  it('an inbox that changes causes a failure notice if it was removed and no other inbox accepted', async () => {
    await using team = await startTeamServer(database.pool);
    await sendWith(team, { [OWNER]: REFUSED, [ANNA.address]: LATER, [BEN.address]: REFUSED }, /^250 /);
    team.server.recipients.team = { kind: 'forward', destination: OWNER, key: 'team', others: [BEN] };
    await team.makeDue();
    await team.runUntil(isEmpty(team));
    expect(received(team)).toEqual([0, 0, 0]);
    expect(team.notices()).toHaveLength(1);
  });

  it('an inbox that changes gets its mail at its new address', async () => {
    await using team = await startTeamServer(database.pool);
    await sendWith(team, { [ANNA.address]: LATER }, /^250 /);
    const moved = { id: ANNA.id, address: 'anna@four.test' };
    team.server.recipients.team = { kind: 'forward', destination: OWNER, key: 'team', others: [moved, BEN] };
    await team.makeDue();
    await team.runUntil(isEmpty(team));
    expect(received(team)).toEqual([1, 0, 1]);
    expect(team.at(moved.address).received.map(({ to }) => to)).toEqual([[moved.address]]);
  });

  it('an inbox that changes never gets the copy of another inbox, because the second inbox belongs only to the recipient', async () => {
    await using team = await startTeamServer(database.pool);
    const policy = { backup: 'second@four.test' };
    team.server.recipients.team = { kind: 'forward', destination: OWNER, key: 'team', others: [ANNA], policy };
    await sendWith(team, { [OWNER]: LATER, [ANNA.address]: LATER }, /^250 /);
    await database.pool.query(`update mail_messages set created_at = created_at - interval '5 hours'`);
    await database.pool.query('update mail_recipients set attempts = 2');
    team.at(ANNA.address).on('rcpt', null);
    await team.makeDue();
    await team.runUntil(isEmpty(team));
    expect(received(team)).toEqual([0, 1, 0]);
    expect(team.at('four.test').received.map(({ to }) => to)).toEqual([['second@four.test']]);
  });
});

describe('the hourly limit of an inbox', () => {
  const limited = (full: Set<string>) => ({
    rates: { take: (key: string) => !full.has(key.replace(/^inbox /, '')) },
  });

  it('delays only the copy for a full inbox', async () => {
    const full = new Set([ANNA.address]);
    await using team = await startTeamServer(database.pool, limited(full));
    expect(await team.send()).toMatch(/^250 /);
    expect(received(team)).toEqual([1, 0, 1]);
    expect(await team.queued()).toEqual([ANNA.address]);
    expect(stepsOf(team.server).at(-1)).toMatchObject({ step: 'queued', inbox: ANNA.id, note: expect.any(String) });
    expect(team.server.alarms).toEqual([]);
    // The inbox is still full at the next attempt.
    await team.makeDue();
    const lastText = async () =>
      (await database.pool.query('select last_words from mail_recipients')).rows[0]?.last_words;
    await team.runUntil(async () => /hourly limit/.test((await lastText()) ?? ''));
    expect(received(team)).toEqual([1, 0, 1]);
    full.clear();
    await team.makeDue();
    await team.runUntil(isEmpty(team));
    expect(received(team)).toEqual([1, 1, 1]);
  });

  it('defers the message if all inboxes are full', async () => {
    await using team = await startTeamServer(database.pool, limited(new Set(everybody)));
    expect(await team.send()).toMatch(/^451 4\.7\.1 /);
    expect(team.server.alarms).toEqual(['limit team 500']);
  });

  it('counts an address of two inboxes once', async () => {
    const counted: string[] = [];
    const take = (key: string) => counted.push(key) > 0;
    await using team = await startTeamServer(database.pool, { rates: { take } });
    const others = [ANNA, { id: 9, address: ANNA.address }];
    team.server.recipients.team = { kind: 'forward', destination: OWNER, key: 'team', others };
    await team.send();
    expect(counted.filter((key) => key.startsWith('inbox '))).toEqual([`inbox ${OWNER}`, `inbox ${ANNA.address}`]);
  });
});
