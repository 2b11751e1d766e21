import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSubmissionPolicy } from '../../server/mail/adapters/submission-policy.ts';
import { listen } from '../../server/platform/db/change-notifications.ts';
import { createLog } from '../../server/platform/log/log.ts';
import type { Person } from '../support/api/person.ts';
import { addMember, createTeam, removeMember, type Team } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let team: Team;
beforeAll(async () => {
  team = await createTeam(server);
});

describe('an app password of a member', () => {
  const made = async (who: { person: Person }, name: string) => {
    const { status, body } = await who.person.request('POST', `/api/handles/${team.handleId}/app-passwords`, { name });
    expect(status).toBe(201);
    return { id: Number(body.id), password: String(body.password) };
  };

  it('an app password of a member is reported to the owner with the name of the member who made or revoked it', async () => {
    await server.sentEmails();
    const { id } = await made(team.manager, 'Laptop of the manager');
    const told = await server.sentEmails();
    expect(told.map(({ sentTo }) => sentTo).sort()).toEqual([team.manager.email, team.owner.email].sort());
    const textTo = (email: string) => told.find(({ sentTo }) => sentTo === email)?.text?.replace(/\s+/g, ' ');
    expect(textTo(team.owner.email)).toContain(`by ${team.manager.email}, a member of your team`);
    expect(textTo(team.manager.email)).not.toContain('member of your team');
    await team.manager.person.request('DELETE', `/api/handles/${team.handleId}/app-passwords/${id}`);
    const revoked = await server.sentEmails();
    expect(revoked.find(({ sentTo }) => sentTo === team.owner.email)?.text).toContain(team.manager.email);
    await made(team.owner, 'Mine');
    expect((await server.sentEmails()).map(({ sentTo }) => sentTo)).toEqual([team.owner.email]);
  });

  it('an app password of a member ends with the membership, with a lower role and with the account, even in mail processes that have cached it', async () => {
    const { db, pool, config, clock, url } = server;
    const policy = createSubmissionPolicy({ config, db, pool, clock, log: { warn: () => {} } });
    const { promise: listening, resolve: onListening } = Promise.withResolvers<void>();
    let dropped = Promise.withResolvers<void>();
    const changes = listen({
      url,
      pool,
      log: createLog('silent', true),
      channels: {
        mail_target_changed: (name) => {
          policy.drop(name);
          if (name === team.handle) dropped.resolve();
        },
      },
      onGap: (isListening) => {
        policy.clear(isListening);
        if (isListening) onListening();
      },
    });
    await listening;
    const changing = async (change: () => Promise<unknown>) => {
      dropped = Promise.withResolvers();
      await change();
      await dropped.promise;
    };
    await db.updateTable('sending_settings').set({ paused_at: null, pause_reason: null }).execute();
    const own = await made(team.owner, 'Of the owner');
    const { id: passwordId, password } = await made(team.manager, 'Of the manager');
    const { accountId, email } = team.manager;
    const submitter = { passwordId, key: team.handle, address: `${team.handle}@localhost` };
    const signsIn = async () => (await policy.authenticate(team.handle, password, '192.0.2.7')) !== null;
    const works = async () => [await signsIn(), (await policy.check(submitter)) === null];
    const account = (values: { closed_at?: Date | null; suspended_at?: Date | null }) =>
      changing(() => db.updateTable('accounts').set(values).where('id', '=', accountId).execute());
    const role = (is: string) =>
      changing(() => sql`update handle_members set role = ${is} where account_id = ${accountId}`.execute(db));
    expect(await works()).toEqual([true, true]);
    await role('editor');
    expect(await works()).toEqual([false, false]);
    await role('manager');
    expect(await works()).toEqual([true, true]);
    await account({ suspended_at: clock() });
    expect(await works()).toEqual([false, false]);
    await account({ suspended_at: null });
    await account({ closed_at: clock() });
    expect(await works()).toEqual([false, false]);
    await account({ closed_at: null });
    expect(await works()).toEqual([true, true]);
    await changing(() => removeMember(server, team.handleId, team.manager));
    expect(await works()).toEqual([false, false]);
    await addMember(server, team.handleId, { accountId, email }, 'manager');
    expect(await works()).toEqual([false, false]);
    expect(await policy.authenticate(team.handle, own.password, '192.0.2.7')).not.toBeNull();
    await changes.stop();
    await policy.stop();
  });
});
