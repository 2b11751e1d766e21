import { expect, it } from 'vitest';
import { paymentEmail } from './payment-templates.ts';
import { claimEmail, verifyForwardingEmail } from './templates.ts';

const site = { origin: 'https://np.example', host: 'np.example', mailDomain: 'np.example', localMode: false };
const to = 'ann@inbox.example';
const links = { token: 'token', stop: 'stop' };

/** The subject of every letter that names a handle. */
const subjects = (handle: string) =>
  [
    claimEmail(site, to, handle, 'token'),
    verifyForwardingEmail(site, { to, handle }, links),
    verifyForwardingEmail(site, { to, handle, takesOver: true }, links),
    paymentEmail(site, {
      kind: 'receipt',
      to,
      handle,
      cents: 499,
      paidUntil: '2027-01-01',
      renewed: false,
      orderId: '1',
    }),
    paymentEmail(site, { kind: 'payment-declined', to, handle }),
    paymentEmail(site, { kind: 'renewal-reminder', to, handle, days: 7, endsOn: '2027-01-01', cents: 499 }),
    paymentEmail(site, { kind: 'resting', to, handle }),
  ].map(({ subject }) => subject);

it('a subject names a handle, but not one that a mail program might link to as a domain', () => {
  expect(subjects('ann-smith')).toHaveLength(subjects('ann-smith').filter((text) => text.includes('ann-smith')).length);
  for (const subject of subjects('your-account.evil.com')) expect(subject).not.toMatch(/evil|your-account/);
  expect(subjects('your-account.evil.com')).toContain('Claim your handle on np.example');
});
