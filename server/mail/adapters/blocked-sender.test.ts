import { expect, it } from 'vitest';
import { BLOCKED_SENDER_TEXT } from '../../../contract/forwarding/blocked-sender.ts';
import { BLOCKED_TEXT } from '../../../mail/forward/refused-notices.ts';

it('recognises a blocked sender in the delivery log by the text that the mail library uses', () => {
  expect(BLOCKED_TEXT).toBe(BLOCKED_SENDER_TEXT);
});
