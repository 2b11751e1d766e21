import { expect, it } from 'vitest';
import { OWN_MESSAGES, ownMessage } from '../../../tests/support/mail/own-messages.ts';
import { headerEnd } from '../header.ts';
import { automaticMark } from './automatic-mail.ts';

const kindOf = (...lines: string[]) => automaticMark(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`))?.kind ?? null;

/** Sample messages that a program sent; people wrote the other samples. */
const KINDS: Record<string, string> = {
  'arc-sealed': 'bulk list-id',
  'automatic-answer': 'automatic-answer subject',
  'delivery-report': 'delivery-report content-type',
  invitation: 'program content-type',
  list: 'bulk x-beenthere',
  newsletter: 'bulk list-unsubscribe',
};

it.each(OWN_MESSAGES)('classifies the sample message %s', (name) => {
  const bytes = ownMessage(name);
  const mark = automaticMark(bytes.subarray(0, headerEnd(bytes)));
  expect(mark && `${mark.kind} ${mark.field}`).toBe(KINDS[name] ?? null);
});

it.each([
  ['delivery-report', 'X-Failed-Recipients: x@y.test'],
  ['delivery-report', 'Content-Type: multipart/report; boundary=b;\r\n\treport-type="delivery-status"'],
  ['delivery-report', 'Content-Type: message/global-delivery-status'],
  ['delivery-report', 'Content-Type: multipart/report; report-type=feedback-report'],
  ['disposition-notification', 'Content-Type: multipart/report; report-type=disposition-notification'],
  ['disposition-notification', 'Content-Type: message/disposition-notification'],
  ['automatic-answer', 'Auto-Submitted: auto-generated'],
  ['automatic-answer', 'X-Auto-Submitted: auto-replied'],
  ['program', 'X-Auto-Submitted: no (written by hand)'],
  [null, 'Auto-Submitted: no'],
  ['automatic-answer', 'Precedence: auto-reply'],
  ['automatic-answer', 'Return-Path: <>'],
  ['automatic-answer', 'X-Vacation-Id: 1'],
  ['automatic-answer', 'Subject: Abwesenheitsnotiz: Mittagessen'],
  ['automatic-answer', 'Subject: =?utf-8?Q?R=C3=A9ponse_automatique_:_D=C3=A9jeuner?='],
  ['automatic-answer', 'Subject: Out of office: Lunch'],
  ['automatic-answer', 'Subject: [Out of Office]'],
  ['automatic-answer', 'Subject: Auto: Lunch'],
  ['calendar-answer', 'Content-Type: text/calendar; charset=utf-8; method="REPLY"'],
  ['program', 'Content-Type: text/calendar; method=CANCEL'],
  ['bulk', 'Precedence: list'],
  ['bulk', 'X-Spam-Flag: YES'],
  ['program', 'X-Auto-Response-Suppress: All'],
  ['program', 'Feedback-ID: 1:2:3:x'],
  ['program', 'Reply-To: no-reply@x.test'],
  ['program', 'Subject: Out of office on Friday'],
  ['program', 'Subject: Undeliverable: Lunch'],
  [null, 'Subject: Auto repair'],
  [null, 'Subject: Lunch'],
])('is %s for %s', (kind, line) => {
  expect(kindOf('From: a@x.test', line)).toBe(kind);
});

it('returns the first of several kinds, and the first field of that kind', () => {
  const lines = ['X-GitHub-Reason: x', 'Precedence: bulk', 'X-Autoreply: yes', 'Auto-Submitted: auto-replied'];
  const read = (...more: string[]) => automaticMark(Buffer.from(`${[...lines, ...more].join('\r\n')}\r\n\r\n`));
  expect(read()).toEqual({ kind: 'automatic-answer', field: 'x-autoreply' });
  expect(read('Content-Type: multipart/report; report-type=delivery-status')).toEqual({
    kind: 'delivery-report',
    field: 'content-type',
  });
});
