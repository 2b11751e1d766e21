import { describe, expect, it } from 'vitest';
import type { AuthenticationResult, AuthResult } from '../message/authentication-result.ts';
import { reasonNotToReply } from './should-reply.ts';

const OWN = { domain: 'handles.test', hostname: 'mx.handles.test' };

interface Case {
  sender?: string;
  /** Addresses in From; the sender by default. */
  from?: string[];
  lines?: string[];
  dmarc?: AuthResult;
  proof?: Partial<Pick<AuthenticationResult, 'authorVouched' | 'senderAligned' | 'recipientsSigned'>>;
  marked?: boolean;
}

/** Returns why a personal message, changed as the case specifies, gets no reply; null if it gets one. */
function reason({ sender = 'carol@senders.test', from = [sender], lines = [], ...other }: Case = {}): string | null {
  const { dmarc = 'pass', proof = {}, marked = false } = other;
  const head = [
    'Received: from a.test by mx.b.test id 1',
    `From: ${from.join(', ')}`,
    'To: alice@handles.test',
    ...lines,
  ];
  const authentication = {
    author: { value: '', name: '', addresses: from },
    verdicts: { dmarc: { result: dmarc, policy: '', domain: '' } },
    authorVouched: true,
    senderAligned: true,
    recipientsSigned: true,
    ...proof,
  } as AuthenticationResult;
  return reasonNotToReply(
    { head: Buffer.from(`${head.join('\r\n')}\r\n\r\n`), sender, authentication, marked, isLocal: false },
    OWN,
  );
}

const NO_SPF = { senderAligned: false };

describe('the proof that a sender wrote the message', () => {
  it('accepts a DMARC pass, and aligned SPF or DKIM without a DMARC record', () => {
    expect(reason()).toBeNull();
    expect(reason({ dmarc: 'none' })).toBeNull();
    expect(reason({ dmarc: 'none', proof: NO_SPF })).toBeNull();
  });

  it.each<AuthResult>(['fail', 'temperror', 'permerror', 'neutral', 'policy'])(
    'rejects the DMARC result %s',
    (dmarc) => {
      expect(reason({ dmarc })).toBe('unauthenticated');
    },
  );

  it('rejects an author without aligned SPF or DKIM', () => {
    expect(reason({ dmarc: 'none', proof: { ...NO_SPF, authorVouched: false } })).toBe('unauthenticated');
  });

  it('rejects an envelope sender that only the signature of someone else vouches for', () => {
    const from = ['mallory@evil.test'];
    expect(reason({ sender: 'victim@senders.test', from, proof: NO_SPF })).toBe('unverified-sender');
    // Same domain: a signed message from Mallory is resent with the address of another user.
    expect(reason({ sender: 'victim@senders.test', from: ['mallory@senders.test'], proof: NO_SPF })).toBe(
      'unverified-sender',
    );
  });

  it('rejects a replayed message to which our address was added', () => {
    expect(reason({ proof: { ...NO_SPF, recipientsSigned: false } })).toBe('unverified-sender');
    expect(reason({ proof: { recipientsSigned: false } })).toBeNull();
  });

  it('accepts another mailbox of the author’s organization, but not one made for a single message', () => {
    const from = ['boss@news.senders.test'];
    expect(reason({ sender: 'assistant@senders.test', from })).toBeNull();
    for (const local of ['em123456.carol', 'carol+x', '0100018f3c2a7b11-5fd3', `${'a'.repeat(41)}`]) {
      expect(reason({ sender: `${local}@senders.test`, from }), local).toBe('machine-sender');
    }
    expect(reason({ sender: 'john1984+lists@senders.test' })).toBeNull();
  });

  it('compares addresses regardless of case, IDNA form and BATV tag', () => {
    const proof = NO_SPF;
    expect(reason({ sender: 'Carol@Senders.TEST', from: ['carol@senders.test'], proof })).toBeNull();
    expect(reason({ sender: 'prvs=0123456789=carol@senders.test', from: ['carol@senders.test'], proof })).toBeNull();
    expect(reason({ sender: 'carol@xn--bcher-kva.test', from: ['carol@bücher.test'], proof })).toBeNull();
  });

  it('rejects a message with several authors and one without an author', () => {
    expect(reason({ from: ['carol@senders.test', 'dave@senders.test'] })).toBe('several-authors');
    expect(reason({ from: [] })).toBe('several-authors');
  });
});

describe('the envelope sender', () => {
  it('rejects the null sender', () => {
    expect(reason({ sender: '', from: ['carol@senders.test'] })).toBe('null-sender');
  });

  it('rejects a local part that exceeds 64 octets', () => {
    expect(reason({ sender: `${'a'.repeat(65)}@senders.test` })).toBe('machine-sender');
    expect(reason({ sender: `${'a'.repeat(64)}@senders.test` })).toBeNull();
  });

  it.each(
    [
      'MAILER-DAEMON mailer_daemon Mail-Daemon postmaster no-reply noreply no_reply NoReply no.reply noreply123',
      'accounts-noreply noreply+x1 donotreply do-not-reply do_not_reply dont-reply no-response nicht-antworten',
      'ne-pas-repondre noresponder bounce bounces bounces+123-ab bounce-77 x+bounces list-bounces notification',
      'notifications notify alerts owner-list list-owner list-request root daemon nobody www-data cron listserv majordomo',
      'mailman newsletter wordpress nagios calendar-unsubscribe jenkins dmarc-report autoreply auto bounce-md_123.abc',
      'list-return-5-carol=x.test carol=x.test news srs0=abcd=ab=senders.test=carol SRS1=x=y==z srs0-x',
      'msprvs1=abc=bounces btv1==0123==carol',
    ].flatMap((line) => line.split(' ')),
  )('rejects the machine %s', (local) => {
    expect(reason({ sender: `${local}@senders.test`, from: ['carol@senders.test'] })).toBe('machine-sender');
    expect(reason({ sender: 'carol@senders.test', from: [`${local}@senders.test`] })).toBe('machine-sender');
  });

  it.each('carol c.smith casino reply owen requests.team bob-alice mail info anne-noelle bond007'.split(' '))(
    'accepts the person %s',
    (local) => {
      expect(reason({ sender: `${local}@senders.test` })).toBeNull();
    },
  );

  it.each([
    'bob@handles.test',
    'srs0=abc=de=f=g@handles.test',
    'bob@sub.handles.test',
    'x@mx.handles.test',
    'b@HANDLES.test',
  ])('rejects our own address %s, so that two handles cannot reply to each other', (sender) => {
    expect(reason({ sender, from: ['carol@senders.test'] })).toBe('own-sender');
    expect(reason({ from: [sender] })).toBe('own-sender');
  });

  it('accepts a sender of 254 octets (RFC 5321 4.5.3.1.3)', () => {
    expect(reason({ sender: `cc@${'a.'.repeat(123)}tests` })).toBeNull();
  });

  it('compares no domain with an author that has none', () => {
    expect(reason({ from: ['carol'] })).toBeNull();
  });

  it.each([
    '"a b"@senders.test',
    'ü@senders.test',
    'carol@[192.0.2.1]',
    'carol@localhost',
    'carol',
    '@senders.test',
    `ccc@${'a.'.repeat(124)}test`,
  ])('rejects the unusual sender %s', (sender) => {
    expect(reason({ sender, from: ['carol@senders.test'] })).toBe('unusual-sender');
  });
});

describe('lists, bulk mail and programs', () => {
  it.each([
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-generated',
    'auto-submitted: Auto-Notified; owner-email="x@y"',
    'Auto-Submitted: (away) auto-replied (x)',
    'Auto-Submitted:',
    'Auto-Submitted: no-really',
    'List-Id: <list.senders.test>',
    'List-Unsubscribe: <mailto:x@y.test>',
    'List-Post: NO',
    'list-help: x',
    'List-Foo: x',
    'Precedence: bulk',
    'Precedence: List',
    'precedence:junk',
    'Precedence: auto_reply',
    'X-Precedence: bulk',
    'X-Auto-Response-Suppress: All',
    'X-Auto-Response-Suppress: OOF',
    'X-Auto-Response-Suppress: DR, AutoReply',
    'Return-Path: <>',
    'Return-Path: < >',
    'X-Autoreply: yes',
    'X-Autorespond: x',
    'X-Autoresponder: x',
    'X-Autoreply-From: x',
    'X-Loop: carol@senders.test',
    'Feedback-ID: 1:2:3:x',
    'Mailing-List: x',
    'X-Mailing-List: x',
    'X-BeenThere: x@y.test',
    'X-Mailman-Version: 2',
    'Errors-To: x@y.test',
    'X-Failed-Recipients: x@y.test',
    'X-Campaign-Id: 1',
    'X-MC-User: 1',
    'X-GitHub-Reason: mention',
    'X-JIRA-FingerPrint: x',
    'X-Cron-Env: <SHELL=/bin/sh>',
    'CFBL-Address: x@y.test',
    'Content-Type: multipart/report; report-type=delivery-status',
    'Content-Type: Multipart/Report',
    'Content-Type: text/calendar',
    'Content-Type: message/disposition-notification',
    'Content-Type: message/delivery-status',
    'Content-Type: multipart/mixed;\r\n report-type=disposition-notification',
    'X-Post-MessageClass: 9; Autoresponder',
    'X-Spam: yes',
    'X-Spam-Flag: YES',
    'X-Spam-Status: Yes, score=9',
    'X-MS-Exchange-Inbox-Rules-Loop: x@y.test',
    'X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent',
    'Reply-To: no-reply@senders.test',
    'Sender: owner-list@senders.test',
    'Reply-To: "X" <list-request@y.test>',
    'Subject: Out of office: Re: hi',
    'Subject: Automatic reply: hi',
    'Subject: [Auto-Reply] hi',
    'Subject: Abwesenheitsnotiz',
    'Subject: Undeliverable: x',
    'Subject: Delivery Status Notification (Failure)',
    'Subject: Auto: Re: x',
    'Subject: Automatische Antwort: x',
  ])('rejects %s', (line) => {
    expect(reason({ lines: [line] })).toMatch(/^field /);
  });

  it.each([
    'Auto-Submitted: no',
    'Auto-Submitted: No (a person); x=y',
    'Precedence: first-class',
    'Return-Path: <carol@senders.test>',
    'X-Auto-Response-Suppress: None',
    'Content-Type: multipart/mixed; boundary="report-type=x"',
    'X-Spam-Flag: NO',
    'Content-Type: multipart/alternative; boundary=x',
    'Subject: Office party',
    'Subject: Automatic doors',
    'X-Mailer: Mutt',
    'Reply-To: Carol <carol@home.test>',
    'Sender: assistant@senders.test',
    'Importance: high',
    'Subject: Re: Automatic reply',
  ])('accepts %s', (line) => {
    expect(reason({ lines: [line] })).toBeNull();
  });

  it('finds the field among thousands, and in a second field of the same name', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `X-${at}: y`);
    expect(reason({ lines: [...many, 'List-Id: <x.y>'] })).toBe('field list-id');
    expect(reason({ lines: ['Auto-Submitted: no', 'Auto-Submitted: auto-replied'] })).toBe('field auto-submitted');
    expect(reason({ lines: ['Auto-Submitted :auto-replied'] })).toBe('field auto-submitted');
    expect(reason({ lines: ['Precedence:\r\n bulk'] })).toBe('field precedence');
  });

  it('reads huge values in linear time', () => {
    for (const name of ['Auto-Submitted', 'Content-Type', 'Subject', 'Reply-To', 'Sender', 'Received']) {
      for (const piece of ['(', ' ', ';', '"', '<', ' by ', 'no ']) {
        expect(reason({ lines: [`${name}: ${piece.repeat(500_000)}`] }) ?? '', name).not.toBe('unauthenticated');
      }
    }
  });

  it('rejects mail that a filter has marked, and mail that this server has handled before', () => {
    expect(reason({ marked: true })).toBe('marked');
    expect(reason({ lines: ['Received: by mx.handles.test with ESMTPSA id 1'] })).toBe('loop');
    expect(reason({ lines: ['Received: from x.test (y)\r\n\tby MX.handles.test with ESMTP id 1'] })).toBe('loop');
    expect(reason({ lines: ['Received: from x.test  by  mx.handles.test id 1'] })).toBe('loop');
    expect(reason({ lines: ['X-Note: by mx.handles.test'] })).toBeNull();
    expect(reason({ lines: ['Received: from mx.handles.test by mx.senders.test with ESMTP id 1'] })).toBeNull();
  });
});
