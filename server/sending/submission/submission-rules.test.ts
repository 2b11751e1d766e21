import { describe, expect, it } from 'vitest';
import { STANDARD_IDENTITY } from '../../../contract/site/site-identity.ts';
import { answeringDatabase } from '../../../tests/support/server/answering-database.ts';
import { hashAppPassword } from '../shared/app-password-secret.ts';
import {
  handleOfUser,
  matchPasswords,
  readSender,
  recordPasswordUses,
  refusalOf,
  type Sender,
  verifiedInboxOf,
} from './submission-rules.ts';

const NOW = new Date('2026-11-25T12:00:00Z');
const site = {
  ...STANDARD_IDENTITY,
  origin: 'https://np.test',
  host: 'np.test',
  mailDomain: 'handles.test',
  localMode: false,
};
const sender: Sender = {
  handle: 'alice',
  state: 'active',
  common_features: null,
  pause_reason: null,
  password_ids: [3, 4],
  inbox: null,
  hidden: [],
  has_suppressed: false,
};

describe('the handle in a user name', () => {
  it.each([
    ['alice', 'alice'],
    ['alice@handles.test', 'alice'],
    [' Alice@Handles.TEST ', 'alice'],
    ['a.b-c9', 'a.b-c9'],
    ['a'.repeat(30), 'a'.repeat(30)],
    [`alice${' '.repeat(315)}`, 'alice'],
    [`alice${' '.repeat(316)}`, ''],
    ['a'.repeat(31), ''],
    ['alice@other.test', ''],
    ['alice@handles.test.test', ''],
    ['alice+tag@handles.test', ''],
    ['ali ce', ''],
    ['ålice', ''],
    ['alicé', ''],
    ['@handles.test', ''],
    ['', ''],
  ])('of the name %j is %j', (user, handle) => {
    expect(handleOfUser(user, 'handles.test')).toBe(handle);
  });
});

describe('a sender', () => {
  it.each([
    ['with an app password', 3, {}],
    ['with another app password', 4, {}],
    ['by a reply', null, { password_ids: [] }],
  ])('may send %s', (_how, passwordId, changes) => {
    expect(refusalOf({ ...sender, ...changes }, passwordId, site)).toBeNull();
  });

  it.each([
    ['that does not exist', undefined, 3],
    ['that does not exist, in a reply', undefined, null],
    ['whose app password was revoked', sender, 5],
  ])('%s is asked for a new app password', (_who, row, passwordId) => {
    expect(refusalOf(row, passwordId, site)).toMatchObject({ code: 535, enhanced: '5.7.8' });
  });

  it.each<[string, Partial<Sender>, string]>([
    [
      'on a plan without sending',
      { handle: 'alice-in-wonderland' },
      'The plan of this handle does not include sending',
    ],
    ['whose year has ended', { state: 'resting' }, 'Renew it to send again: https://np.test/app/manage'],
    ['that is suspended', { state: 'suspended' as never }, 'This handle cannot send at the moment'],
    ['that an administrator paused', { pause_reason: 'administrator' }, 'Write to postmaster@handles.test'],
    ['that bounces paused', { pause_reason: 'bounces' }, 'too many recipients do not exist'],
    ['that complaints paused', { pause_reason: 'complaints' }, 'recipients reported spam'],
  ])('%s learns the reason', (_who, changes, reason) => {
    for (const passwordId of [3, null]) {
      const refusal = refusalOf({ ...sender, ...changes }, passwordId, site);
      expect(refusal).toEqual({ code: 550, enhanced: '5.7.1', text: expect.stringContaining(reason) });
    }
  });

  it('learns where the owner can resume sending', () => {
    for (const pause_reason of ['bounces', 'complaints']) {
      expect(refusalOf({ ...sender, pause_reason }, 3, site)?.text).toContain('https://np.test/app/manage-email');
    }
  });
});

describe('what the database knows about a sender', () => {
  it('is read by handle, and matches passwords by their hash', async () => {
    expect(
      await readSender(
        answeringDatabase(() => [sender]),
        'alice',
      ),
    ).toEqual(sender);
    const queries: (readonly unknown[])[] = [];
    const db = answeringDatabase((_query, parameters) => {
      queries.push(parameters);
      return [{ id: 3 }];
    });
    expect(await matchPasswords(db, [{ handle: 'alice', password: 'x' }])).toEqual([3]);
    expect(queries.splice(0)).toEqual([[['alice'], [hashAppPassword('x')]]]);
    await recordPasswordUses(db, []);
    expect(queries).toEqual([]);
    await recordPasswordUses(db, [{ id: 3, at: NOW, network: '192.0.2.1' }]);
    expect(queries).toEqual([[[3], [NOW.toISOString()], ['192.0.2.1']]]);
  });

  it.each([
    ['the inbox', [{ handle: 'alice', address: 'ann@inbox.test', paused_at: null }], 'ann@inbox.test'],
    ['no inbox if the inbox no longer exists', [{ handle: 'alice', address: 'ann@inbox.test', paused_at: NOW }], null],
    ['no inbox of another handle', [{ handle: 'bob', address: 'bob@inbox.test', paused_at: null }], null],
  ])('has %s', async (_what, rows, inbox) => {
    const db = answeringDatabase((_query, parameters) => {
      expect(parameters).toContainEqual(['alice']);
      return rows;
    });
    expect(await verifiedInboxOf(db, 'alice', NOW)).toBe(inbox);
  });
});
