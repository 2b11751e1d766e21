import { describe, expect, it } from 'vitest';
import { memberInbox as memberInboxSchema } from '../../contract/teams/member-inbox.ts';
import { HOUR } from '../../contract/time.ts';
import { handlesServedBy, hasVerified, ownHandlesServedBy } from '../../server/forwarding/inbox-store.ts';
import { stopToken } from '../../server/forwarding/stop-forwarding-rules.ts';
import { loadSecrets } from '../../server/platform/crypto/secrets.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { addMember, createColleague, deluxeName } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({ MAIL_DOMAIN: 'mail.example' });
let number = 0;

const EMPTY = { address: null, pendingAddress: null, wanted: true, pausedAt: null };

/** Returns an editor of a Deluxe handle, and another address of the editor. */
async function createEditor(colleague?: Awaited<ReturnType<typeof createColleague>>) {
  number += 1;
  const owner = await createSendingPerson(server, deluxeName());
  const editor = colleague ?? (await createColleague(server));
  const memberId = await addMember(server, owner.id, editor, 'editor', true);
  await server.sentEmails();
  const url = `/api/handles/${owner.id}/member-inbox`;
  const set = (email: string | null, wanted = true) => editor.person.request('PUT', url, { email, wanted });
  return { owner, editor, memberId, url, set, inbox: `copies.${number}@inbox.example` };
}

const mailTo = async (to: string) => (await server.sentEmails()).filter(({ sentTo }) => sentTo === to);

/** Sets and verifies an inbox. */
async function verified(made: Awaited<ReturnType<typeof createEditor>>): Promise<void> {
  expect((await made.set(made.inbox)).status).toBe(200);
  const [mail] = await mailTo(made.inbox);
  expect((await new Person(server).request('POST', linkIn(mail?.text))).status).toBe(303);
  await server.sentEmails();
}

describe('the inbox of a member', () => {
  it('the inbox of a member receives mail once its owner has pressed the button of the email; the account is notified', async () => {
    const { owner, editor, url, set, inbox } = await createEditor();
    expect((await editor.person.request('GET', url)).body).toEqual(EMPTY);
    const asked = await set(inbox);
    expect(memberInboxSchema.parse(asked.body)).toEqual({ ...EMPTY, pendingAddress: inbox });
    const sent = await server.sentEmails();
    const mail = sent.find(({ sentTo }) => sentTo === inbox);
    expect(sent.filter(({ sentTo }) => sentTo === owner.email).map(({ subject }) => subject)).toEqual([
      `A member of your team asks for the mail for ${owner.handle}@mail.example`,
    ]);
    expect(mail?.subject).toBe(`Receive the mail for ${owner.handle}@mail.example here?`);
    expect(mail?.text).toContain(editor.email);
    expect(mail?.text).toContain('/stop/');
    const reader = new Person(server);
    expect((await editor.person.request('GET', url)).body).toMatchObject({ address: null });
    const pressed = await reader.request('POST', linkIn(mail?.text));
    expect([pressed.status, pressed.headers.location]).toEqual([303, '/app/manage-team']);
    expect((await editor.person.request('GET', url)).body).toEqual({ ...EMPTY, address: inbox });
    const mails = await server.sentEmails();
    const notice = mails.find(({ sentTo }) => sentTo === editor.email);
    expect(notice?.subject).toBe(`Your inbox for ${owner.handle}@mail.example was changed`);
    expect(notice?.text).toContain('c***@i***.example');
    const told = mails.find(({ sentTo }) => sentTo === owner.email);
    expect(told?.subject).toBe(`A member of your team gets the mail for ${owner.handle}@mail.example`);
    expect(told?.text).toContain(editor.email);
    expect(told?.text).not.toContain('i***.example');
    const seen = (await owner.person.request('GET', `/api/handles/${owner.id}/members`)).body;
    expect(seen).toMatchObject([{ email: editor.email, receivesMail: true }]);
    expect(JSON.stringify(seen)).not.toContain(inbox);
  });

  it('the inbox of a member needs no second email for the address of the account, and can be switched off and removed', async () => {
    const { owner, editor, url, set } = await createEditor();
    expect((await set(editor.email)).body).toEqual({ ...EMPTY, address: editor.email });
    expect((await server.sentEmails()).map(({ sentTo }) => sentTo)).toEqual([owner.email]);
    expect((await set(editor.email, false)).body).toEqual({ ...EMPTY, address: editor.email, wanted: false });
    expect((await set(null)).body).toEqual(EMPTY);
    expect((await mailTo(editor.email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('was removed'),
    ]);
    expect((await editor.person.request('POST', `${url}/resend-verification`)).body.code).toBe('already_verified');
  });

  it('the inbox of a member keeps receiving until another is verified, and then gets a notice that does not name the new inbox', async () => {
    const made = await createEditor();
    await verified(made);
    const next = `next.${made.inbox}`;
    expect((await made.set(next)).body).toMatchObject({ address: made.inbox, pendingAddress: next });
    await made.editor.person.request('POST', `${made.url}/resend-verification`);
    const mails = await mailTo(next);
    expect(mails).toHaveLength(2);
    await new Person(server).request('POST', linkIn(mails[1]?.text));
    expect((await made.editor.person.request('GET', made.url)).body).toEqual({ ...EMPTY, address: next });
    const [lost] = await mailTo(made.inbox);
    expect(lost?.text).toContain('is no longer forwarded to this inbox');
    expect(lost?.text).not.toContain(next);
  });

  it('the inbox of a member is never an address of the mail domain, and needs a recent sign-in if it is new', async () => {
    const { editor, set, inbox } = await createEditor();
    expect((await set('somebody@mail.example')).body.code).toBe('own_domain');
    expect((await set(editor.email)).status).toBe(200);
    const old = new Date(server.clock().getTime() - HOUR);
    await server.db.updateTable('sessions').set({ confirmed_at: old }).execute();
    expect((await set(inbox)).body.code).toBe('recent_sign_in_required');
    expect((await set(editor.email, false)).status).toBe(200);
    await server.db.updateTable('sessions').set({ confirmed_at: server.clock() }).execute();
  });

  it('an inbox of a member is refused to the owner, and to a member who was removed before pressing the button', async () => {
    const { owner, memberId, url, set, inbox } = await createEditor();
    expect((await owner.person.request('GET', url)).status).toBe(404);
    await set(inbox);
    const [mail] = await mailTo(inbox);
    await owner.person.request('DELETE', `/api/handles/${owner.id}/members/${memberId}`);
    expect((await new Person(server).request('POST', linkIn(mail?.text))).status).toBe(404);
    expect((await set(inbox)).status).toBe(404);
  });
});

describe('the handles that an inbox serves', () => {
  it('the handles that an inbox serves include handles of teams whose member verified it, and count for the account that asked', async () => {
    const made = await createEditor();
    const served = () => handlesServedBy(server.db, made.inbox, 0);
    const asked = () => ownHandlesServedBy(server.db, made.inbox, 0, made.editor.accountId);
    await made.set(made.inbox);
    expect([await served(), await asked()]).toEqual([[], [made.owner.handle]]);
    const [mail] = await mailTo(made.inbox);
    await new Person(server).request('POST', linkIn(mail?.text));
    const other = await createSendingPerson(server, deluxeName());
    const values = { handle_id: other.id, address: made.inbox, address_key: made.inbox };
    await server.db.insertInto('forwardings').values(values).execute();
    expect((await served()).sort()).toEqual([made.owner.handle, other.handle].sort());
    expect(await asked()).toEqual([made.owner.handle]);
    expect(await handlesServedBy(server.db, made.inbox, made.owner.id)).toEqual([other.handle]);
    expect(await hasVerified(server.db, made.inbox, made.editor.accountId)).toBe(true);
  });
});

describe('the owner of an inbox', () => {
  it('the owner of an inbox stops its use by members, and requests for it, with the link of every email', async () => {
    const made = await createEditor();
    await verified(made);
    const token = stopToken(await loadSecrets([], server.dataDir), made.inbox);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await new Person(server).request('POST', `/stop/${token}`, undefined, headers)).status).toBe(200);
    expect((await made.editor.person.request('GET', made.url)).body).toEqual(EMPTY);
    // The response is that for any other inbox, but no email is sent.
    expect((await made.set(made.inbox)).body).toMatchObject({ pendingAddress: made.inbox });
    expect(await mailTo(made.inbox)).toEqual([]);
  });
});
