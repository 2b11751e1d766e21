import { describe, expect, it } from 'vitest';
import type { AuthenticationResult } from '../message/authentication-result.ts';
import { automaticMark } from '../message/automatic/automatic-mail.ts';
import { reasonNotToReply } from './should-reply.ts';

const LEFT = 'Received: by mx.handles.test with ESMTPSA id 1';

/** Returns why a message from the handle bob, delivered by this process, gets no reply; null if it gets one. */
function reason(lines: string[], { sender = 'bob@handles.test', from = 'bob@handles.test', isLocal = true } = {}) {
  const authentication = {
    author: { value: '', name: '', addresses: [from] },
    verdicts: { dmarc: { result: 'pass', policy: '', domain: '' } },
    authorVouched: true,
    senderAligned: true,
    recipientsSigned: true,
  } as unknown as AuthenticationResult;
  const head = Buffer.from(`${lines.map((line) => `${line}\r\n`).join('')}\r\n`);
  const own = { domain: 'handles.test', hostname: 'mx.handles.test' };
  return reasonNotToReply({ head, sender, authentication, marked: false, isLocal }, own);
}

describe('mail from another handle', () => {
  it('gets a reply if this process delivers it', () => {
    expect(reason([LEFT])).toBeNull();
    expect(reason([LEFT], { isLocal: false })).toBe('own-sender');
  });

  it('gets no reply if it has passed this server twice, is automatic, or names someone else as its author', () => {
    expect(reason([LEFT, LEFT])).toBe('loop');
    expect(reason([LEFT, 'Auto-Submitted: auto-replied'])).toBe('field auto-submitted');
    expect(reason([LEFT], { sender: '' })).toBe('null-sender');
    expect(reason([LEFT], { from: 'carol@senders.test' })).toBe('own-sender');
    expect(reason([LEFT], { sender: 'carol@senders.test' })).toBe('own-sender');
  });
});

it.each([
  'Discourse-Topic-Id: 1',
  'X-Bugzilla-Type: changed',
  'X-Redmine-Project: p',
  'X-Trac-Project: p',
  'RT-Ticket: x',
  'X-OTRS-Loop: a',
  'X-Debian-PR-Message: report 1',
  'X-Complaints-To: abuse@esp.test',
  'X-SES-Outgoing: 1',
  'X-PM-Message-Id: 1',
  'X-Mandrill-User: md_1',
  'X-Mailin-EID: 1',
  'X-Roving-ID: 1',
  'X-HubSpot-Id: 1',
  'X-LinkedIn-Class: x',
  'X-Facebook-Notify: x',
  'X-PHP-Originating-Script: 0:form.php',
  'X-Anacron: daily',
])('recognises mail from a program or a bulk mail service by its field %s', (line) => {
  expect(automaticMark(Buffer.from(`${line}\r\n\r\n`))?.field).toBe(line.split(':')[0]?.toLowerCase());
});
