import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { parseConfig } from '../../platform/config/config.ts';
import { toMimeMessage } from './mime-message.ts';

it('encodes a typed subject so that mail programs show it unchanged', async () => {
  const { site } = parseConfig({});
  const subject = '[Support] =?utf-8?q?Paid=0D=0ABcc:_z?= and more';
  const email = { to: 'ann@inbox.example', replyTo: 'bob@inbox.example', subject, text: 'Hello', headers: {} };
  expect((await PostalMime.parse(await toMimeMessage(email, site, 'Example <no-reply@np.example>'))).subject).toBe(
    subject,
  );
});
