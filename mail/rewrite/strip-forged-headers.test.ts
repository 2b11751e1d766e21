import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fields } from '../message/header.ts';
import { receivedLine } from './received.ts';
import { stripForgedHeaders } from './strip-forged-headers.ts';

const HOP = {
  helo: 'client.test',
  address: '2001:db8::1',
  protocol: 'ESMTPS',
  by: 'mx.handles.test',
  id: 'abc',
  recipient: null,
  at: new Date('2026-11-20T12:34:56Z'),
};

it('formats the Received field as in RFC 5321 4.4', () => {
  expect(receivedLine({ ...HOP, recipient: 'alice@handles.test' })).toBe(
    'Received: from client.test ([IPv6:2001:db8::1])\r\n\tby mx.handles.test with ESMTPS id abc\r\n' +
      '\tfor <alice@handles.test>;\r\n\tFri, 20 Nov 2026 12:34:56 +0000\r\n',
  );
});

it('escapes any HELO name in the Received field', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (helo) => {
      const line = Buffer.from(receivedLine({ ...HOP, helo }));
      expect(fields(line)).toHaveLength(1);
      expect(line.toString()).toMatch(/^Received: from [\w.:[\]?-]+ \(\[IPv6:2001:db8::1\]\)\r\n/);
    }),
  );
});

it('removes only results that carry our names and keeps every other byte', () => {
  const own = [
    'Authentication-Results: mx.handles.test; spf=pass\r\n',
    'authentication-results:\r\n (he(l)lo) HANDLES.test 1;\r\n\tdkim=pass\r\n',
    'Authentication-Results : "mx.handles.\\test"; dmarc=pass\r\n',
    'Authentication-Results: handles.test.; none\r\n',
    'Authentication-Results: mx.handles.test\r\n',
    'x-nameplate-Authentication: dmarc=fail (x)\r\n',
  ];
  const foreign = [
    'Authentication-Results: mx.senders.test; spf=pass\r\n',
    'Authentication-Results: mx.handles.test.evil.test; spf=pass\r\n',
    'X-Authentication-Results: mx.handles.test; spf=pass\r\n',
    'ARC-Authentication-Results: i=1; mx.handles.test; spf=pass\r\n',
    'Subject:   odd \t spaces  \r\n',
    'no colon here\r\n',
    'Received: from x\r\n\tby y\r\n',
  ];
  const line = fc.constantFrom(
    ...own.map((text) => ({ text, keep: false })),
    ...foreign.map((text) => ({ text, keep: true })),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const head = Buffer.from(`${lines.map(({ text }) => text).join('')}\r\n`);
      const kept = lines.filter(({ keep }) => keep).map(({ text }) => text);
      expect(stripForgedHeaders(head, ['mx.handles.test', 'handles.test']).toString()).toBe(`${kept.join('')}\r\n`);
    }),
  );
});

it('returns the same header if nothing in it is forged', () => {
  const head = Buffer.from('Subject: x\r\n\r\n');
  expect(stripForgedHeaders(head, ['handles.test'])).toBe(head);
});
