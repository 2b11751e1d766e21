import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { parseConfig } from '../../platform/config/config.ts';
import { composeContactMail } from './contact-mail.ts';

const config = parseConfig({ MAIL_DOMAIN: 'mail.example' });

it.each([
  ['Bob Jones', 'Message from Bob Jones (not verified)'],
  ['Jörg', 'Message from Jörg (not verified)'],
  ['=?utf-8?b?4oCuZGVpZmlyZXYgdG9uKA==?=', 'Message from a visitor (not verified)'],
  ['Bob =?utf-8?q?=0D=0ABcc:_z@z.example?= Jones', 'Message from Bob Jones (not verified)'],
  ['PayPal <service@paypal.com>', 'Message from PayPal (not verified)'],
  ['PayPal ＜service＠paypal．com＞', 'Message from PayPal (not verified)'],
  ['https://evil.example/x', 'Message from a visitor (not verified)'],
])(
  'keeps addresses, links and encoded words of the typed name %s out of the subject (attack 24)',
  async (name, subject) => {
    const typed = { name, email: 'bob@visitor.example', message: 'Hello' };
    const { bytes } = await composeContactMail(config, 'ann', typed, new Date());
    const mail = await PostalMime.parse(bytes);
    expect(mail.subject).toBe(subject);
    expect(mail.headers.filter(({ key }) => ['bcc', 'subject', 'to', 'from', 'reply-to'].includes(key))).toHaveLength(
      4,
    );
    expect(mail.text).toContain(`Name: ${name}`);
  },
);
