import { expect, it } from 'vitest';
import { outgoingHeader } from './outgoing-header.ts';

function leaving(lines: string[], changes: { hidden?: string[]; address?: string; helo?: string } = {}): string[] {
  const {
    hidden = ['owner.name@mail.example', 'second@inbox.example'],
    address = '198.51.100.77',
    helo = 'laptop.home.example',
  } = changes;
  const head = outgoingHeader(Buffer.from(`${lines.map((line) => `${line}\r\n`).join('')}\r\n`), {
    domain: 'handles.test',
    hostname: 'mx.handles.test',
    id: 'id1',
    protocol: 'ESMTPSA',
    date: 'Fri, 20 Nov 2026 12:00:00 +0000',
    hidden,
    client: { address, helo },
    alias: (id) => `alias-of-${id.length}`,
    threadIds: new Map([['<a@laptop.lan>', '<alias@mx.handles.test>']]),
  });
  const text = head.toString('latin1');
  expect(text.endsWith('\r\n\r\n')).toBe(true);
  return text.slice(0, -4).split(/\r\n(?![ \t])/);
}

const OWN_TOP = 'Received: by mx.handles.test with ESMTPSA id id1;\r\n\tFri, 20 Nov 2026 12:00:00 +0000';
const kept = (lines: string[], changes = {}) => leaving(lines, changes).slice(1);

it('adds one Received field that names neither client nor network, and adds Date and Message-ID if they are missing', () => {
  expect(leaving(['From: alice@handles.test'])).toEqual([
    OWN_TOP,
    'Date: Fri, 20 Nov 2026 12:00:00 +0000',
    'Message-ID: <id1@mx.handles.test>',
    'From: alice@handles.test',
  ]);
});

it('keeps the fields of the author in order, byte for byte', () => {
  const authored = [
    'From: =?utf-8?q?Al=C3=ADce?= <alice@handles.test>',
    'To: "Bob" <bob@receiver.test>,\r\n\towner.name@mail.example',
    'Cc: eve@other.test',
    'subject:  to owner.name@mail.example',
    'Date: Fri, 20 Nov 2026 11:00:00 +0100',
    'References: <a@mail.example> <b@other.test>',
    'In-Reply-To: <b@other.test>',
    'Reply-To: alice+lunch@handles.test',
    'User-Agent: Mozilla Thunderbird',
    'X-Mailer: swaks',
    'X-Order-Number: 4711',
    'X-Priority: 1',
    'Auto-Submitted: auto-generated',
    'List-Unsubscribe: <https://alice.example/out>',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
  ];
  expect(kept(authored)).toEqual(['Message-ID: <id1@mx.handles.test>', ...authored]);
});

it('replaces ids in References and In-Reply-To, and keeps the rest of these fields', () => {
  const lines = (id: string) => [
    `References: <b@other.test>\r\n\t${id} (${id}) <c@other.test>`,
    `In-Reply-To: "Alicë"  ${id}`,
  ];
  const subject = 'Subject: <a@laptop.lan>';
  const left = kept(['Date: x', subject, ...lines('<a@laptop.lan>')]);
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');
  expect(left.slice(2)).toEqual([subject, ...lines('<alias@mx.handles.test>').map(utf8)]);
});

it.each([
  'Bcc: hidden@other.test',
  'Resent-Bcc: hidden@other.test',
  'Received: from laptop ([192.168.1.2]) by smtp.mail.example with ESMTPS; Fri, 20 Nov 2026 12:00:00 +0000',
  'X-Received: by 2002:a05:6000:1 with SMTP id x',
  'X-Originating-IP: [198.51.100.77]',
  'X-Originating-Email: [other@mail.example]',
  'X-Sender: other@mail.example',
  'X-Google-DKIM-Signature: v=1; d=1e100.net',
  'X-Google-Original-From: Alice <other@gmail.com>',
  'X-Gm-Message-State: AOJu0Y',
  'X-MS-Exchange-Organization-AuthAs: Internal',
  'X-Mozilla-Draft-Info: internal/draft',
  'X-Identity-Key: id1',
  'DKIM-Signature: v=1; d=mail.example; b=x',
  'ARC-Seal: i=1; d=mail.example',
  'Authentication-Results: mx.handles.test; dkim=pass',
  'Return-Path: <other@mail.example>',
  'X-Nameplate-Authentication: dmarc=pass',
  'Reply-To: Owner.Name@MAIL.example',
  'Reply-To: "Owner" <owner.name+tag@mail.example>, alice@handles.test',
  'Disposition-Notification-To: owner.name @ mail.example',
  'Return-Receipt-To: <owner.name@mail.example>',
  'Errors-To: owner.name@mail.example',
  'List-Unsubscribe: <mailto:owner.name@mail.example>',
  'X-Confirm-Reading-To: owner.name@mail.example',
  'X-Footer: mail owner.name@mail.example.',
  'X-Custom: sent from 198.51.100.77',
  'User-Agent: Webmail on LAPTOP.home.example',
  'X-Authentication-Warning: laptop: owner set sender to alice@handles.test using -f',
  'X-Source-Dir: owner.example:/public_html',
  'X-Webmail-User: owner.name',
  'X-Local-IP: 10.1.2.3',
  'X-Bcc: hidden@other.test',
  'X-ME-Sender: <xms:abcdef>',
  'Feedback-ID: i12345:Fastmail',
  'Reply-To: Second@inbox.example',
  'Organization: =?utf-8?Q?owner=2Ename=40mail=2Eexample?=',
  'X-Note: =?utf-8?B?b3duZXIubmFtZUBtYWlsLmV4YW1wbGU=?=',
  'X-Link: mailto:owner%2Ename%40mail.example',
  'this is no field',
  'From\t evil line',
])('removes %s', (line) => {
  const rest = ['Message-ID: <id1@mx.handles.test>', 'From: alice@handles.test', 'Date: x', 'Subject: hi'];
  expect(kept(['From: alice@handles.test', 'Date: x', line, 'Subject: hi'])).toEqual(rest);
});

it('keeps addresses that only resemble the inbox, and keeps all addresses if there is no inbox', () => {
  const field = 'Reply-To: another.owner.name@mail.example, owner.name@mail.example.org';
  expect(kept(['Date: x', 'Reply-To: another.owner.name@mail.example'])).toContain(
    'Reply-To: another.owner.name@mail.example',
  );
  expect(kept(['Date: x', 'Reply-To: owner.name@mail.example.org'])).toContain('Reply-To: owner.name@mail.example.org');
  expect(kept(['Date: x', field], { hidden: [] })).toContain(field);
});

it.each([
  ['<1.2@handles.test>', '<1.2@handles.test>'],
  ['<a@mx.handles.test>', '<a@mx.handles.test>'],
  ['<a@laptop.home.example>', '<alias-of-23@mx.handles.test>'],
  ['<CAF=x@mail.gmail.com>', '<alias-of-22@mx.handles.test>'],
  ['<a@localhost>', '<alias-of-13@mx.handles.test>'],
  ['<a@[192.168.1.5]>', '<alias-of-17@mx.handles.test>'],
  ['no brackets', '<alias-of-11@mx.handles.test>'],
  ['', '<alias-of-0@mx.handles.test>'],
])('keeps a Message-ID in our domain and replaces any other: %s', (given, expected) => {
  expect(kept(['Date: x', `Message-ID: ${given}`])).toEqual([`Message-ID: ${expected}`, 'Date: x']);
});

it('replaces two Message-IDs with one', () => {
  const ids = kept(['Message-ID: <a@handles.test>', 'Date: x', 'Message-ID: <b@handles.test>']);
  expect(ids).toEqual(['Message-ID: <alias-of-16@mx.handles.test>', 'Date: x']);
});

it('removes a Sender field that repeats From, and keeps one that does not', () => {
  const from = 'From: alice@handles.test';
  expect(kept(['Date: x', from, 'Sender: alice@handles.test'])).not.toContain('Sender: alice@handles.test');
  expect(kept(['Date: x', from, 'Sender: alice+desk@handles.test'])).toContain('Sender: alice+desk@handles.test');
});
