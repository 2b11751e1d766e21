import { describe, expect, it } from 'vitest';
import { MAIL_STATES } from '../../../contract/forwarding/mail-state.ts';
import { HOUR } from '../../../contract/time.ts';
import { type MailFacts, mailStateOf } from './mail-state.ts';

const now = new Date('2026-11-22T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);
const iso = (hours: number) => ago(hours).toISOString();

const NOTHING: MailFacts = {
  state: 'active',
  suspended_at: null,
  quarantined_at: null,
  given_up_at: null,
  mail_deferred_until: null,
  address: null,
  pending_address: null,
  pending_since: null,
  pending_refused_at: null,
  pending_refusal: null,
  forwarding_on: null,
  switched_at: null,
  paused_at: null,
  pause_reason: null,
  refusal: null,
  refusals: null,
  refused_since: null,
  backup_address: null,
  backup_refusal: null,
  backup_refusals: null,
  members_receive: false,
};
const WORKING: Partial<MailFacts> = { address: 'ann@inbox.test', forwarding_on: true, refusals: 0, backup_refusals: 0 };
const PENDING: Partial<MailFacts> = { pending_address: 'new@inbox.test', pending_since: ago(2), forwarding_on: true };
const UNVERIFIABLE: Partial<MailFacts> = { ...PENDING, pending_refused_at: ago(1), pending_refusal: 'gone' };
const STOPPED: Partial<MailFacts> = { ...WORKING, paused_at: ago(3), pause_reason: 'inbox-stopped' };
const GONE: Partial<MailFacts> = { ...WORKING, refusal: 'gone', refusals: 3, refused_since: ago(4) };
const PAUSED_GONE: Partial<MailFacts> = { ...GONE, refusals: 5, paused_at: ago(3), pause_reason: 'inbox-gone' };
const FULL: Partial<MailFacts> = { ...GONE, refusal: 'full' };
const OFF: Partial<MailFacts> = { forwarding_on: false, switched_at: ago(5) };
const SECOND: Partial<MailFacts> = { backup_address: 'b@inbox.test', backup_refusals: 3 };

/**
 * Facts, state, a part of the reason, and the hours since the state began. If several states apply, decision 82 has
 * their order.
 */
const ROWS: [string, Partial<MailFacts>, (typeof MAIL_STATES)[number], RegExp | null, number | null][] = [
  ['a verified inbox', WORKING, 'works', null, null],
  ['two refusals', { ...GONE, refusals: 2 }, 'works', null, null],
  ['an old inbox that gets mail while a new one waits', { ...WORKING, ...PENDING }, 'works', /new inbox has not/, null],
  ['an old inbox beside a refused new one', { ...WORKING, ...UNVERIFIABLE }, 'works', /new inbox refused/, null],
  ['a second inbox that is gone', { ...WORKING, ...SECOND, backup_refusal: 'gone' }, 'works', /second.*exist/, null],
  ['a second inbox that is full', { ...WORKING, ...SECOND, backup_refusal: 'full' }, 'works', /second.*full/, null],
  ['a removed second inbox', { ...WORKING, backup_refusals: 3, backup_refusal: 'gone' }, 'works', null, null],
  ['errors for an hour', { ...GONE, refusal: 'down' }, 'works', /temporary problems/, null],
  ['errors for minutes', { ...GONE, refusal: 'down', refused_since: ago(0.5) }, 'works', null, null],
  ['one error long ago', { ...GONE, refusal: 'down', refusals: 1 }, 'works', null, null],
  ['inboxes of members alone', { members_receive: true }, 'works', /no inbox of its own/, null],
  ['no inbox', {}, 'none', /^No inbox yet/, null],
  ['no inbox after a transfer', { mail_deferred_until: ago(-1) }, 'none', /try again later/, null],
  ['no inbox long after a transfer', { mail_deferred_until: ago(1) }, 'none', /is refused/, null],
  ['an inbox that waits after a transfer', { ...PENDING, mail_deferred_until: ago(-1) }, 'unverified', /later/, 2],
  ['a first inbox that waits', PENDING, 'unverified', /not confirmed.*refused/, 2],
  ['a first inbox that waits beside members', { ...PENDING, members_receive: true }, 'unverified', /team/, 2],
  [
    'a first inbox that waits beside members, switched off after a transfer',
    { ...PENDING, ...OFF, members_receive: true, mail_deferred_until: ago(-1) },
    'unverified',
    /mail is refused/,
    2,
  ],
  ['a first inbox that waits, switched off', { ...PENDING, ...OFF }, 'unverified', /not confirmed/, 2],
  ['a refused verification', UNVERIFIABLE, 'unverifiable', /mailbox does not exist/, 1],
  [
    'a verification that was refused for another reason',
    { ...UNVERIFIABLE, pending_refusal: 'other' },
    'unverifiable',
    /refused our/,
    1,
  ],
  ['a gone inbox', GONE, 'refuses', /does not exist/, 4],
  ['a gone inbox beside members', { ...GONE, members_receive: true }, 'refuses', /does not exist.*team/, 4],
  ['a gone inbox that is paused', PAUSED_GONE, 'refuses', /has stopped/, 4],
  ['a pause of an earlier release', { ...PAUSED_GONE, refused_since: null }, 'refuses', /has stopped/, 3],
  ['a full inbox', FULL, 'refuses', /is full/, 4],
  ['a gone inbox and a new one that waits', { ...GONE, ...PENDING }, 'unverified', /previous inbox no longer/, 2],
  ['a gone inbox and a refused new one', { ...GONE, ...UNVERIFIABLE }, 'unverifiable', /previous inbox no longer/, 1],
  ['a stopped inbox', STOPPED, 'stopped', /by the link/, 3],
  ['a stopped inbox and a new one that waits', { ...STOPPED, ...PENDING }, 'unverified', /previous inbox/, 2],
  ['a stopped inbox, switched off', { ...STOPPED, ...OFF }, 'stopped', /by the link/, 3],
  [
    'a stopped inbox beside members, switched off',
    { ...STOPPED, ...OFF, members_receive: true },
    'stopped',
    /emails\.$/,
    3,
  ],
  ['forwarding switched off', { ...WORKING, ...OFF }, 'paused', /switched off/, 5],
  ['a gone inbox, switched off', { ...GONE, ...OFF }, 'paused', /switched off/, 5],
  ['a new inbox that waits, switched off', { ...WORKING, ...PENDING, ...OFF }, 'paused', /switched off/, 5],
  ['a suspended handle', { ...WORKING, state: 'suspended', suspended_at: ago(6) }, 'suspended', /suspended/, 6],
  ['a suspended handle, stopped', { ...STOPPED, state: 'suspended' }, 'suspended', /suspended/, null],
  ['a resting handle', { ...WORKING, state: 'resting', quarantined_at: ago(7) }, 'suspended', /renewed/, 7],
  ['a quarantined handle', { state: 'quarantined', quarantined_at: ago(8) }, 'suspended', /quarantine/, 8],
  ['a handle that was given up', { state: 'quarantined', given_up_at: ago(9) }, 'suspended', /given up/, 9],
];

describe('mailStateOf', () => {
  it.each(ROWS)('derives the state of %s', (_name, facts, state, reason, since) => {
    const found = mailStateOf({ ...NOTHING, ...facts }, now);
    expect(found.state).toBe(state);
    if (reason === null) expect(found.reason).toBeNull();
    else expect(found.reason).toMatch(reason);
    expect(found.since).toBe(since === null ? null : iso(since));
    expect(found.reason ?? '').not.toContain('@');
  });

  it('has a row for every state', () => {
    expect(new Set(ROWS.map(([, , state]) => state))).toEqual(new Set(MAIL_STATES));
  });
});
