import { buffer } from 'node:stream/consumers';
import type { SubmissionPolicy, SubmissionRefusal, Submitter } from '../../mail/host/submission-policy.ts';
import type { Message } from '../../mail/message/message.ts';
import type { Accept, Transaction } from '../../mail/transaction.ts';

/** The password of every user. */
export const PASSWORD = 'correct horse';

/** The users, by the local part of their address, with the refusal that `check` returns for them. */
const USERS: Record<string, SubmissionRefusal | null> = {
  alice: null,
  bob: null,
  revoked: { code: 535, enhanced: '5.7.8', text: 'This app password was revoked, please use another one' },
  expired: { code: 550, enhanced: '5.7.1', text: 'The paid year of this handle has ended, please renew it' },
  closed: { code: 421, enhanced: '4.7.0', text: 'Sending stops now' },
};

export interface FakeSubmission extends SubmissionPolicy {
  /** The logins that were checked, as user and password. */
  attempts: [string, string][];
  /** Changes what `check` returns for a user. */
  refusals: Record<string, SubmissionRefusal | null>;
  accept: Accept;
  /** The messages that reached the pipeline. */
  submitted: { transaction: Transaction; bytes: Buffer }[];
}

/**
 * A submission policy in memory, and a pipeline that stores its messages. `broken@` and the user `unchecked` make it
 * throw.
 */
export function createFakeSubmission(domain: string): FakeSubmission {
  const attempts: FakeSubmission['attempts'] = [];
  const submitted: FakeSubmission['submitted'] = [];
  const refusals = { ...USERS };
  return {
    attempts,
    submitted,
    refusals,
    async authenticate(user, password) {
      attempts.push([user, password]);
      const name = user.replace(`@${domain}`, '');
      if (name === 'broken') throw new Error('the database is unavailable');
      if (!(name in USERS || name === 'unchecked') || password !== PASSWORD) return null;
      return { passwordId: 1, key: name, address: `${name}@${domain}` };
    },
    async check({ key }: Submitter) {
      if (key === 'unchecked') throw new Error('the database is unavailable');
      return refusals[key] ?? null;
    },
    suppressed: async () => new Set(),
    reserve: async () => null,
    inboxOf: async () => null,
    hiddenAddressesOf: async () => [],
    bounced() {},
    async accept(message: Message, transaction: Transaction) {
      submitted.push({ transaction, bytes: await buffer(message.body.open()) });
      await message.discard();
      return `2.0.0 Ok: queued as ${transaction.id}`;
    },
  };
}
