import { expect, it, vi } from 'vitest';
import type { SubmissionRefusal } from '../../host/submission-policy.ts';
import { ClosingReplyError, SmtpReplyError } from '../../message/smtp-reply-error.ts';
import { withDefaults } from '../../options.ts';
import type { Transaction } from '../../transaction.ts';
import type { SmtpServerContext } from '../context.ts';
import { type Envelope, Session } from '../session.ts';
import { SubmissionChecks } from './submission-checks.ts';

const ALICE = { passwordId: 1, key: '1', address: 'Alice@handles.test' };

function create(check: () => Promise<SubmissionRefusal | null> = async () => null) {
  const record = vi.fn();
  const error = vi.fn();
  const context = {
    settings: withDefaults({ domain: 'handles.test', hostname: 'mx.handles.test', secrets: [], spoolFolder: '' }),
    recorder: { record },
    clock: () => new Date(0),
    log: { error },
  };
  const policy = { check };
  const checks = new SubmissionChecks(context as unknown as SmtpServerContext, policy as never);
  const session = new Session('192.0.2.1');
  session.submitter = ALICE;
  return { checks, session, record, error };
}

const envelope = (from: string, utf8 = false): Envelope => ({ from, utf8, recipients: new Map(), firstRecipientAt: 0 });

it.each([
  ['alice@handles.test', true],
  ['ALICE+tag@Handles.Test', true],
  ['"alice"@handles.test', true],
  ['alice+a\nb@handles.test', true],
  ['alicia@handles.test', false],
  ['bob+alice@handles.test', false],
  ['alice@other.test', false],
  ['alice', false],
  ['', false],
])('lets alice send as %j: %s', async (from, isAllowed) => {
  const { checks, session } = create();
  const reply = await checks.checkSender(envelope(from), session);
  if (isAllowed) expect(reply).toBeNull();
  else {
    expect(reply).toMatchObject({ responseCode: 550, enhanced: '5.7.1' });
    expect(reply?.text).toMatch(
      from === '' ? /^The null sender .*Alice@handles\.test/ : /^You cannot .*Alice@handles\.test/,
    );
  }
});

it('needs SMTPUTF8 for a sender outside ASCII', async () => {
  const { checks, session } = create();
  expect(await checks.checkSender(envelope('alice+ü@handles.test'), session)).toMatchObject({ responseCode: 553 });
  expect(await checks.checkSender(envelope('alice+ü@handles.test', true), session)).toBeNull();
});

it('rejects the sender with the reply of the host, and logs out a client whose password was revoked', async () => {
  const paused = create(async () => ({ code: 550, enhanced: '5.7.1', text: 'Paused' }));
  const reply = await paused.checks.checkSender(envelope(ALICE.address), paused.session);
  expect(reply).toMatchObject({ responseCode: 550, enhanced: '5.7.1', text: 'Paused' });
  expect(reply).not.toBeInstanceOf(ClosingReplyError);
  expect(paused.session.submitter).toBe(ALICE);

  const revoked = create(async () => ({ code: 535, enhanced: '5.7.8', text: 'Revoked' }));
  expect(await revoked.checks.checkSender(envelope(ALICE.address), revoked.session)).toMatchObject({
    responseCode: 535,
  });
  expect(revoked.session.submitter).toBeNull();

  const closing = create(async () => ({ code: 421, enhanced: '4.7.0', text: 'Later' }));
  expect(await closing.checks.checkSender(envelope(ALICE.address), closing.session)).toBeInstanceOf(ClosingReplyError);
  expect(closing.session.submitter).toBe(ALICE);
});

it('defers the sender while it cannot be checked', async () => {
  const { checks, session, error } = create(() => Promise.reject(new Error('unavailable')));
  const reply = await checks.checkSender(envelope(ALICE.address), session);
  expect(reply).toMatchObject({ responseCode: 451, enhanced: '4.3.0' });
  expect(error.mock.calls).toMatchObject([[{ event: 'mail.submission.check_failed', key: '1' }, expect.any(String)]]);
});

it('needs a login before a sender', async () => {
  const { checks, session } = create();
  session.submitter = null;
  await expect(checks.checkSender(envelope(ALICE.address), session)).rejects.toThrow('without a submitter');
});

it('accepts any recipient on the internet, with SMTPUTF8 outside ASCII', async () => {
  const { checks } = create();
  expect(await checks.checkRecipient('b@Bücher.test', envelope(''))).toEqual({
    kind: 'remote',
    address: 'b@xn--bcher-kva.test',
  });
  await expect(checks.checkRecipient('b@[192.0.2.1]', envelope(''))).rejects.toMatchObject({ responseCode: 550 });
  await expect(checks.checkRecipient('ü@x.test', envelope(''))).rejects.toMatchObject({ responseCode: 553 });
  expect(await checks.checkRecipient('ü@x.test', envelope('', true))).toMatchObject({ address: 'ü@x.test' });
  expect(await checks.recheckDestinations()).toBeNull();
});

it('records a rejection for each recipient of a submitter, without the address of the client', () => {
  const { checks, record } = create();
  const refusal = new SmtpReplyError(550, '5.6.0', 'Bad');
  const recipients = [{ address: 'b@x.test' }, { address: 'c@x.test' }];
  const transaction = { submitter: ALICE, from: 'alice@handles.test', recipients } as Transaction;
  checks.recordRejected(refusal, transaction);
  const received = { step: 'received', key: '1', sender: 'alice@handles.test', client: '', direction: 'sent' };
  expect(record.mock.calls.map(([, step]) => step)).toMatchObject(
    recipients.flatMap(({ address }) => [
      { ...received, recipient: address },
      { step: 'refused', code: 550, enhanced: '5.6.0', text: 'Bad' },
    ]),
  );
  const { submitter: _submitter, ...unsent } = transaction;
  record.mockClear();
  checks.recordRejected(refusal, unsent as Transaction);
  expect(record).not.toHaveBeenCalled();
});
