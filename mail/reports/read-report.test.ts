import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  dmarcRecord,
  dmarcReport,
  feedbackMail,
  reportMail,
  tlsReport,
  zipOf,
} from '../../tests/support/mail/report-samples.ts';
import { headerEnd } from '../message/header.ts';
import { type DmarcReport, MalformedReport, type TlsReport } from '../message/mail-report.ts';
import { isFeedback, mayBeReport } from './may-be-report.ts';
import { readReport } from './read-report.ts';

function read(mail: string) {
  const bytes = Buffer.from(mail, 'latin1');
  return readReport(bytes, bytes.subarray(0, headerEnd(bytes)), 'handles.test');
}

const readXml = (xml: string, type?: string) =>
  read(reportMail(type ? Buffer.from(xml) : gzipSync(xml), type)) as Promise<DmarcReport>;
const readJson = (json: unknown) => read(reportMail(Buffer.from(JSON.stringify(json)))) as Promise<TlsReport>;
const rejects = (promise: Promise<unknown>, why: RegExp) =>
  expect(promise).rejects.toSatisfy((error) => error instanceof MalformedReport && why.test(error.message));

describe('DMARC reports', () => {
  it('adds up messages by address and result, largest sum first', async () => {
    const records = [
      dmarcRecord({ count: 2 }),
      dmarcRecord({ ip: '2001:DB8::1', count: 5, dkim: 'fail', spf: 'fail' }),
      dmarcRecord({ count: 1 }),
      dmarcRecord({ ip: '192.0.2.8', spf: 'pass', dkim: 'fail' }),
    ];
    const report = await readXml(dmarcReport(records.join('\n')));
    expect(report).toMatchObject({ kind: 'dmarc', id: '1234', passed: 4, failed: 5, omitted: 0 });
    expect(report).toMatchObject({
      organization: 'Example & Sons',
      contact: 'dmarc@reporter.test',
      begins: new Date('2026-11-21T00:00:00Z'),
      ends: new Date('2026-11-21T23:59:59Z'),
      policy: { domain: 'handles.test', p: 'quarantine', sp: 'none', adkim: 'r', aspf: 'r' },
    });
    expect(report.sources.map(({ ip, messages, dkim, spf }) => [ip, messages, dkim, spf])).toEqual([
      ['2001:db8::1', 5, false, false],
      ['192.0.2.7', 3, true, false],
      ['192.0.2.8', 1, false, true],
    ]);
    expect(report.sources[1]).toMatchObject({
      disposition: 'none',
      headerFrom: 'handles.test',
      reasons: ['forwarded'],
      dkimResults: [{ domain: 'handles.test', selector: 'np1', result: 'pass' }],
      spfResults: [{ domain: 'bounces.example', result: 'fail' }],
    });
  });

  it('reads zip archives, stored files, XML without compression, namespaces and a byte order mark', async () => {
    const xml = Buffer.from(dmarcReport());
    const spaced = dmarcReport().replace('<feedback>', '<d:feedback xmlns:d="urn:ietf:params:xml:ns:dmarc-2.0" a=">">');
    for (const mail of [
      reportMail(zipOf(xml), 'application/zip'),
      reportMail(zipOf(xml, { method: 0 }), 'application/zip'),
      reportMail(xml, 'text/xml'),
      reportMail(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), xml]), 'application/xml'),
      reportMail(Buffer.from(spaced.replace('</feedback>', '</d:feedback>')), 'application/xml'),
      reportMail(gzipSync(xml), 'application/octet-stream'),
      reportMail(zipOf(xml), 'application/gzip'),
    ]) {
      expect(await read(mail)).toMatchObject({ kind: 'dmarc', id: '1234', passed: 1 });
    }
  });

  it('includes omitted sources in the totals, and skips records without an address or a count', async () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      dmarcRecord({ ip: `192.0.${at >> 8}.${at & 255}`, count: at + 1 }),
    );
    const report = await readXml(
      dmarcReport([...many, dmarcRecord({ ip: 'nowhere' }), dmarcRecord({ count: -4 })].join('')),
    );
    expect(report).toMatchObject({ passed: (300 * 301) / 2, omitted: 100 });
    expect(report.sources).toHaveLength(200);
    expect(report.sources[0]?.messages).toBe(300);
  });

  it('limits counts to the range of the database column, and removes control characters', async () => {
    const xml = dmarcReport(dmarcRecord({ count: 999_999_999_999 }) + dmarcRecord({ count: 5 }));
    const report = await readXml(xml.replace('Example', 'Ex&#0;am&#x202e;ple\u0001'));
    expect(report.passed).toBe(2 ** 31 - 1);
    expect(report.organization).toBe('Ex\uFFFDam ple & Sons');
  });

  it.each([
    ['another domain', dmarcReport(undefined, 'other.test'), /another domain/],
    ['a domain that ends like ours', dmarcReport(undefined, 'nothandles.test'), /another domain/],
    ['no id', dmarcReport(undefined, undefined, ''), /not a DMARC report/],
    ['another root', '<html><p>Hello</p></html>', /the root html/],
    ['nothing in it', '<feedback/>', /not a DMARC report/],
    ['10,001 records', dmarcReport('<record/>'.repeat(10_001)), /more than 10000 records/],
    ['entities', `<!DOCTYPE a [<!ENTITY lol "lol">]>${dmarcReport()}`, /document type/],
    ['an end in the middle', dmarcReport().slice(0, 700), /ends early|does not end/],
    ['tags that do not match', dmarcReport().replace('</row>', '</raw>'), /do not match/],
    ['two roots', dmarcReport() + dmarcReport(), /two roots/],
  ])('rejects a report with %s', (_name, xml, why) => rejects(readXml(xml), why));

  it.each<[string, string, RegExp]>([
    [
      'billion laughs',
      `<!DOCTYPE l [<!ENTITY a "${'&b;'.repeat(10)}"><!ENTITY b "lol">]><feedback>&a;</feedback>`,
      /document type/,
    ],
    ['deep nesting', `<feedback>${'<a>'.repeat(1e6)}`, /too deeply/],
    ['many unknown elements', `<feedback>${'<x/>'.repeat(2.5e6)}</feedback>`, /other elements/],
    ['many comments', `<feedback>${'<!---->'.repeat(1e6)}</feedback>`, /too many elements/],
    ['many elements', `<feedback><record>${'<a/>'.repeat(1e6)}</record></feedback>`, /too many elements/],
    ['one long text', `<feedback><record>${'x'.repeat(3e6)}</record></feedback>`, /text that is too long/],
    [
      'many short texts',
      `<feedback><record>${'many words<!-- -->'.repeat(3e5)}</record></feedback>`,
      /text that is too long/,
    ],
    ['an attribute with entities', `<feedback a="${'&amp;'.repeat(1e6)}">`, /tag that does not end/],
    ['one long name', `<feedback><${'a'.repeat(3e6)}`, /ends early/],
    ['ends without a start', `<feedback>${'</a>'.repeat(2e6)}`, /ends early/],
    ['character references', `<feedback><record>${'&#65;'.repeat(1e6)}</record></feedback>`, /text that is too long/],
    ['undeclared entities', `<feedback><record>${'&lol;'.repeat(1e6)}</record></feedback>`, /text that is too long/],
    ['one long tag', `<feedback ${'a="b" '.repeat(1e6)}>`, /tag that does not end/],
    ['brackets', `<feedback>${'<'.repeat(3e6)}`, /ends early/],
    ['open comments', `<feedback>${'<!--'.repeat(1e6)}`, /ends early/],
    ['open CDATA', `<feedback><record>${'<![CDATA['.repeat(5e5)}`, /text that is too long/],
    ['quotes', `<feedback>${'<a b="'.repeat(5e5)}`, /tag without a name|tag that does not end|too deeply/],
  ])('rejects %s without expanding it', (_name, xml, why) => rejects(readXml(xml, 'application/xml'), why));
});

describe('TLS reports', () => {
  it('reads sessions, policies and failures', async () => {
    const report = await readJson(tlsReport());
    expect(report).toMatchObject({ kind: 'tls', organization: 'Company-X', passed: 5326, failed: 303 });
    expect(report).toMatchObject({
      contact: 'sts-reporting@reporter.test',
      id: '5065427c-23d3-47ca-b6e0-946ea0e8c4be',
      begins: new Date('2026-11-20T00:00:00Z'),
    });
    expect(report.policies).toMatchObject([
      {
        type: 'sts',
        domain: 'handles.test',
        mx: ['*.handles.test'],
        strings: ['version: STSv1', 'mode: testing'],
        failures: [
          { type: 'certificate-expired', mx: 'mx1.handles.test', sessions: 100 },
          { receivingIp: '203.0.113.56', sessions: 203, reason: 'https://reports.example/info' },
        ],
      },
    ]);
  });

  it('reads a compressed report with the registered media type, and only policies of our domain', async () => {
    const { policies, ...rest } = tlsReport();
    const others = [...(tlsReport('other.test').policies as []), ...(policies as [])];
    const json = gzipSync(JSON.stringify({ ...rest, policies: others }));
    const mail = reportMail(json, 'application/tlsrpt+gzip').replace(
      'multipart/mixed',
      'multipart/report; report-type="tlsrpt"',
    );
    expect(await read(mail)).toMatchObject({ passed: 5326, policies: [{ domain: 'handles.test' }] });
  });

  it.each<[string, unknown, RegExp]>([
    ['only another domain', tlsReport('other.test'), /another domain/],
    ['no id', { ...tlsReport(), 'report-id': '' }, /not a TLS report/],
    ['fields of other types', { 'report-id': 'a', policies: [null, 7, [], 'x', { policy: [] }] }, /another domain/],
    ['no policies', { 'report-id': 'a', policies: {} }, /not a TLS report/],
  ])('rejects a report with %s', (_name, json, why) => rejects(readJson(json), why));

  it('rejects JSON that is damaged, deeply nested or large', async () => {
    await rejects(read(reportMail(Buffer.from('{"report-id":'))), /invalid JSON/);
    await rejects(read(reportMail(Buffer.from(`{"a":${'['.repeat(9e5)}`))), /invalid JSON/);
    await rejects(read(reportMail(Buffer.from(`{"a":"${'a'.repeat(1.1e6)}"}`))), /larger than 1 MB/);
  });

  it('adds policies and failures beyond the limit to the number of omitted entries', async () => {
    const [policy] = tlsReport().policies as { 'failure-details': unknown[] }[];
    const many = { ...policy, 'failure-details': Array(150).fill(policy?.['failure-details'][0]) };
    const report = await readJson({ ...tlsReport(), policies: Array(11).fill(many) });
    expect(report).toMatchObject({ passed: 11 * 5326, omitted: 1 + 10 * 50 });
    expect(report.policies).toHaveLength(10);
    expect(report.policies[0]?.failures).toHaveLength(100);
  });
});

describe('compressed files', () => {
  it('reads the maximum number of equal records in a report, however well they compress', async () => {
    const records = dmarcRecord({ count: 2 }).repeat(9999);
    expect(await readXml(dmarcReport(records))).toMatchObject({ passed: 19_998 });
  });

  it('rejects bombs, damaged data, and archives of other kinds', async () => {
    const zeros = Buffer.alloc(11 * 1024 * 1024, 32);
    await rejects(read(reportMail(gzipSync(zeros))), /larger than 10 MB/);
    await rejects(read(reportMail(zipOf(zeros))), /larger than 10 MB/);
    await rejects(read(reportMail(gzipSync(dmarcReport()).subarray(0, 200))), /damaged/);
    await rejects(read(reportMail(zipOf(Buffer.from(dmarcReport())).subarray(0, 200))), /without directory/);
    await rejects(read(reportMail(zipOf(Buffer.from(dmarcReport()), { flags: 1 }))), /unsupported/);
    await rejects(read(reportMail(zipOf(Buffer.from(dmarcReport()), { method: 12 }))), /unsupported/);
    const wrong = zipOf(Buffer.from(dmarcReport()));
    wrong.writeUInt32LE(0xfffffff0, wrong.length - 6);
    await rejects(read(reportMail(wrong)), /without directory/);
  });

  it('does not open an archive inside an archive', async () => {
    expect(await read(reportMail(zipOf(zipOf(Buffer.from(dmarcReport())))))).toBeNull();
    expect(await read(reportMail(gzipSync(gzipSync(dmarcReport()))))).toBeNull();
  });
});

describe('messages', () => {
  it('returns null for a message without report', async () => {
    expect(await read('From: a@b.test\r\nContent-Type: text/plain\r\n\r\n<feedback>')).toBeNull();
    expect(await read(reportMail(Buffer.from('PDF'), 'application/pdf'))).toBeNull();
    expect(await read(reportMail(Buffer.from('hello'), 'application/octet-stream'))).toBeNull();
  });

  it('reads a report that is the whole message, and one in nested parts', async () => {
    const data = gzipSync(dmarcReport()).toString('base64');
    const part = `Content-Type: application/gzip\r\nContent-Transfer-Encoding: base64\r\n\r\n${data}\r\n`;
    expect(await read(`From: a@b.test\r\n${part}`)).toMatchObject({ id: '1234' });
    const nested = `--b--x\r\n--b\r\n${part}--b--\r\n`;
    expect(
      await read(
        `Content-Type: multipart/mixed; boundary=a\r\n\r\n--a \r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${nested}--a--\r\n`,
      ),
    ).toMatchObject({ id: '1234' });
  });

  it.each<[string, string, RegExp]>([
    ['too many parts', `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(5e5)}`, /too many/],
    [
      'parts in parts',
      Array.from({ length: 300 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join(
        '',
      ),
      /too deeply/,
    ],
    ['no boundary', 'Content-Type: multipart/mixed\r\n\r\n--\r\n', /without boundary/],
    ['a long header', `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${'A: b\r\n'.repeat(8e5)}`, /header/],
  ])('rejects a message with %s', (_name, mail, why) => rejects(read(mail), why));

  it('ignores lines that are not delimiters', async () => {
    expect(await read(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--bb\r\n'.repeat(8e5)}`)).toBeNull();
    expect(await read(`Content-Type: application/zip\r\n\r\n${'\n'.repeat(5e6)}`)).toBeNull();
  });

  it('decides from the header whether a message may be a report', () => {
    const head = (type: string) => Buffer.from(`Content-Type: ${type}\r\n\r\n`);
    expect(mayBeReport(head('multipart/mixed; boundary=x'))).toBe(true);
    expect(mayBeReport(head('Application/GZIP'))).toBe(true);
    expect(mayBeReport(head('text/plain'))).toBe(false);
    expect(mayBeReport(Buffer.from('From: a@b.test\r\n\r\n'))).toBe(false);
    expect(isFeedback(head('multipart/report; report-type="Feedback-Report"; boundary=x'))).toBe(true);
    expect(isFeedback(head('multipart/report; report-type=delivery-status'))).toBe(false);
  });
});

describe('feedback reports', () => {
  it('reads the subject of the complaint, but no text of the message', async () => {
    const signed = [
      'DKIM-Signature: v=1; a=rsa-sha256; d=Handles.test; s=np1; b=x',
      'From: "A, B" <Alice@handles.test>',
    ];
    const report = await read(feedbackMail('srs0=x@handles.test', ['Return-Path: <srs0=y@handles.test>', ...signed]));
    expect(report).toMatchObject({ kind: 'feedback', type: 'abuse', userAgent: 'SomeGenerator/1.0' });
    expect(report).toMatchObject({
      sourceIp: '192.0.2.1',
      domains: ['handles.test'],
      messageId: '<sent@handles.test>',
      claimedAuthor: 'alice@handles.test',
      returnAddresses: ['srs0=x@handles.test', 'srs0=y@handles.test'],
    });
    expect(JSON.stringify(report)).not.toMatch(/Buy|Spam|user@reporter/);
  });

  it('names no author without a signature of our domain', async () => {
    expect(await read(feedbackMail('', ['From: alice@handles.test']))).toMatchObject({ claimedAuthor: '' });
  });

  it('identifies a complaint by message and recipient', async () => {
    const id = async (mail: string) => (await read(mail))?.id;
    const one = feedbackMail('a=b@handles.test');
    expect(await id(one)).toBe(await id(one.replace('Subject: complaint', 'Subject: again')));
    expect(await id(one)).not.toBe(await id(one.replace('user@reporter', 'other@reporter')));
  });

  it('rejects a report without type or without its part', async () => {
    await rejects(read(feedbackMail('').replace('Feedback-Type: abuse\r\n', '')), /without type/);
    await rejects(read(feedbackMail('').replace('message/feedback-report', 'text/plain')), /without its part/);
  });
});
