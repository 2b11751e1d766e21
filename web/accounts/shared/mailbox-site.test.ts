import { expect, it } from 'vitest';
import { mailboxSite } from './mailbox-site.ts';

it.each([
  ['ann@gmail.com', 'Gmail'],
  ['Ann@GoogleMail.com ', 'Gmail'],
  ['ann@outlook.com', 'Outlook'],
  ['ann@hotmail.de', 'Outlook'],
  ['ann@live.co.uk', 'Outlook'],
  ['ann@proton.me', 'Proton Mail'],
  ['ann@yahoo.com', 'Yahoo Mail'],
  ['ann@yahoo.com.br', 'Yahoo Mail'],
  ['ann@yahoo.co.jp', 'Yahoo Mail'],
  ['ann@icloud.com', 'iCloud Mail'],
  ['ann@gmx.de', 'GMX'],
  ['ann@web.de', 'WEB.DE'],
  ['"a@b"@gmail.com', 'Gmail'],
])('the mailbox of %s opens at %s', (email, name) => {
  expect(mailboxSite(email)?.name).toBe(name);
});

it.each([
  'ann@account.example',
  'ann@yahoo.evil.example',
  'ann@gmail.com.evil.example',
  'ann@notgmail.com',
  'ann@toString',
  'gmail.com@work.example',
  'ann@',
  '',
])('offers no mailbox site for the address %j', (email) => {
  expect(mailboxSite(email)).toBeUndefined();
});

it('opens every site over https and without the address', () => {
  for (const domain of ['gmail.com', 'gmx.com', 'web.de', 'posteo.de', 'live.nl']) {
    expect(mailboxSite(`ann@${domain}`)?.url).toMatch(/^https:\/\/[a-z.-]+\/[a-z/]*$/);
  }
});
