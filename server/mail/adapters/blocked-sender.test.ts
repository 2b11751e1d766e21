import { expect, it } from 'vitest';
import { BLOCKED_SENDER_TEXT } from '../../../contract/forwarding/blocked-sender.ts';
import { BLOCKED_TEXT } from '../../../mail/forward/refused-notices.ts';

it('has the same text as the mail library, by which the delivery log recognises a blocked sender', () => {
  expect(BLOCKED_TEXT).toBe(BLOCKED_SENDER_TEXT);
});
