import { expect, it } from 'vitest';
import type { Handle } from '../../contract/handles/handles.ts';
import { draftOf, refundNote } from './refund-draft.ts';

const acme = { handle: 'acme', refundUntil: '2026-12-20T12:00:00.000Z' } as Handle;

it('drafts a request for a refund, and nothing for a question', () => {
  expect(draftOf('refund', acme).subject).toBe('Refund of acme');
  expect(draftOf('refund', undefined).subject).toBe('Refund');
  expect(draftOf('question', acme)).toEqual({ subject: '', text: '' });
});

it('states how long a payment can be returned, that the time has ended, or that there is no payment', () => {
  expect(refundNote(acme, new Date('2026-12-20T11:59:59Z'))).toMatch(/^Until .*2026, you can get the full amount back/);
  expect(refundNote(acme, new Date('2026-12-20T12:00:00Z'))).toMatch(/ended on .*2026\.$/);
  expect(refundNote({ handle: 'acme' } as Handle)).toContain('no payment for acme');
  expect(refundNote(undefined)).toBeUndefined();
});
