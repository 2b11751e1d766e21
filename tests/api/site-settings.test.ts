import { expect, it } from 'vitest';
import { STANDARD_SITE } from '../../contract/site/site-document.ts';
import { parseConfig } from '../../server/platform/config/config.ts';
import { supportInbox } from '../../server/site/support-inbox-rules.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({ MAIL_FROM: 'Club <mail@club.example>', TRUST_CLAIM: '' });

it('lists the settings that win over the document, and no default', async () => {
  const admin = await signedInAdmin(server);
  const { body } = await admin.request('GET', '/api/admin/site/settings');
  expect(body).toEqual({
    settings: [
      { name: 'MAIL_FROM', value: 'Club <mail@club.example>' },
      { name: 'TRUST_CLAIM', value: '' },
    ],
  });
});

it('sends support requests to the contact of the site, unless SUPPORT_EMAIL is set', async () => {
  const admin = await signedInAdmin(server);
  const inboxWith = async (contact: string | null, config = server.config) => {
    const { status } = await admin.request('PUT', '/api/admin/site', { ...STANDARD_SITE, contact });
    expect(status).toBe(200);
    return supportInbox(server.db, config);
  };
  const { email: fallback } = server.config.support;
  expect(await inboxWith(null)).toBe(fallback);
  expect(await inboxWith('board@club.example')).toBe('board@club.example');
  // Its mail would come back to this server.
  const ofTheClub = { ...server.config, mail: { ...server.config.mail, domain: 'club.example' } };
  expect(await inboxWith('board@club.example', ofTheClub)).toBe(fallback);
  const explicit = parseConfig({ SUPPORT_EMAIL: 'help@club.example' });
  expect(await inboxWith('board@club.example', explicit)).toBe('help@club.example');
  await server.sentEmails();
  expect((await admin.request('POST', '/api/support', { subject: 'Hello', text: 'Is anybody there?' })).status).toBe(
    201,
  );
  expect((await server.sentEmails()).map(({ sentTo }) => sentTo)).toContain('board@club.example');
});
