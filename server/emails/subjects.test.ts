import { expect, it } from 'vitest';
import { paymentLetter } from './payment-templates.ts';
import { claimLetter, verifyForwardingLetter } from './templates.ts';

const site = { origin: 'https://np.example', host: 'np.example', mailDomain: 'np.example', localMode: false };
const to = 'ann@inbox.example';
const links = { token: 'token', stop: 'stop' };

/** The subject of every letter that names a handle. */
const subjects = (handle: string) =>
  [
    claimLetter(site, to, handle, 'token'),
    verifyForwardingLetter(site, { to, handle }, links),
    verifyForwardingLetter(site, { to, handle, takesOver: true }, links),
    paymentLetter(site, {
      kind: 'receipt',
      to,
      handle,
      cents: 499,
      paidUntil: '2027-01-01',
      renewed: false,
      orderId: '1',
    }),
    paymentLetter(site, { kind: 'payment-declined', to, handle }),
    paymentLetter(site, { kind: 'renewal-reminder', to, handle, days: 7, endsOn: '2027-01-01', cents: 499 }),
    paymentLetter(site, { kind: 'resting', to, handle }),
  ].map(({ subject }) => subject);

it('a subject names a handle, but not one that a mail program might link to as a domain', () => {
  expect(subjects('ann-smith')).toHaveLength(subjects('ann-smith').filter((text) => text.includes('ann-smith')).length);
  for (const subject of subjects('your-account.evil.com')) expect(subject).not.toMatch(/evil|your-account/);
  expect(subjects('your-account.evil.com')).toContain('Claim your handle on np.example');
});
