import { deflateRawSync } from 'node:zlib';

export interface DmarcRecord {
  ip?: string;
  count?: number;
  dkim?: string;
  spf?: string;
  headerFrom?: string;
}

/** One record of a DMARC aggregate report. */
export function dmarcRecord({ ip, count, dkim, spf, headerFrom }: DmarcRecord = {}): string {
  return `<record><row><source_ip>${ip ?? '192.0.2.7'}</source_ip><count>${count ?? 1}</count><policy_evaluated>
<disposition>none</disposition><dkim>${dkim ?? 'pass'}</dkim><spf>${spf ?? 'fail'}</spf>
<reason><type>forwarded</type><comment/></reason></policy_evaluated></row>
<identifiers><header_from>${headerFrom ?? 'handles.test'}</header_from></identifiers>
<auth_results><dkim><domain>handles.test</domain><selector>np1</selector><result>pass</result></dkim>
<spf><domain>bounces.example</domain><result>fail</result></spf></auth_results></record>`;
}

/** A DMARC aggregate report in the form of RFC 7489 appendix C. */
export function dmarcReport(records = dmarcRecord(), domain = 'handles.test', id = '1234'): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<feedback><version>1.0</version><report_metadata><org_name>Example &amp; Sons</org_name>
<email>dmarc@reporter.test</email><report_id>${id}</report_id>
<date_range><begin>1795219200</begin><end>1795305599</end></date_range></report_metadata>
<policy_published><domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>quarantine</p><sp>none</sp><pct>100</pct>
</policy_published>${records}</feedback>`;
}

/** A TLS report in the form of RFC 8460 appendix B. */
export function tlsReport(domain = 'handles.test'): Record<string, unknown> {
  return {
    'organization-name': 'Company-X',
    'date-range': { 'start-datetime': '2026-11-20T00:00:00Z', 'end-datetime': '2026-11-20T23:59:59Z' },
    'contact-info': 'sts-reporting@reporter.test',
    'report-id': '5065427c-23d3-47ca-b6e0-946ea0e8c4be',
    policies: [
      {
        policy: {
          'policy-type': 'sts',
          'policy-string': ['version: STSv1', 'mode: testing'],
          'policy-domain': domain,
          'mx-host': '*.handles.test',
        },
        summary: { 'total-successful-session-count': 5326, 'total-failure-session-count': 303 },
        'failure-details': [
          {
            'result-type': 'certificate-expired',
            'sending-mta-ip': '2001:db8:abcd:0012::1',
            'receiving-mx-hostname': 'mx1.handles.test',
            'failed-session-count': 100,
          },
          {
            'result-type': 'starttls-not-supported',
            'sending-mta-ip': '2001:db8:abcd:0013::1',
            'receiving-mx-hostname': 'mx2.handles.test',
            'receiving-ip': '203.0.113.56',
            'failed-session-count': 203,
            'additional-information': 'https://reports.example/info',
          },
        ],
      },
    ],
  };
}

/** A zip archive with one file, as in APPNOTE 4.3. */
export function zipOf(content: Buffer, { method = 8, flags = 0, name = 'report.xml' } = {}): Buffer {
  const data = method === 8 ? deflateRawSync(content) : content;
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(flags, 2);
  common.writeUInt16LE(method, 4);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data]);
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}

/** A message from a reporter with an attachment. */
export function reportMail(attachment: Buffer, type = 'application/gzip', from = 'noreply@reporter.test'): string {
  const base64 = attachment.toString('base64').replace(/.{76}/g, '$&\r\n');
  return [
    `From: ${from}`,
    'To: dmarc-reports@handles.test',
    'Subject: Report Domain: handles.test',
    'Message-ID: <report@reporter.test>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="=_x"',
    '',
    '--=_x',
    'Content-Type: text/plain',
    '',
    'This is a report.',
    '--=_x',
    `Content-Type: ${type}; name="report.xml.gz"`,
    'Content-Transfer-Encoding: base64',
    '',
    base64,
    '--=_x--',
    '',
  ].join('\r\n');
}

/** A feedback report (RFC 5965) about a message with this envelope sender. */
export function feedbackMail(returnPath: string, enclosed: string[] = [], from = 'fbl@reporter.test'): string {
  return [
    `From: ${from}`,
    'To: abuse@handles.test',
    'Subject: complaint',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--part',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    ...(returnPath === '' ? [] : [`Original-Mail-From: <${returnPath}>`]),
    'Original-Rcpt-To: <user@reporter.test>',
    'Source-IP: 192.0.2.1',
    'Reported-Domain: handles.test',
    '',
    '--part',
    'Content-Type: message/rfc822',
    '',
    ...enclosed,
    'Subject: Buy',
    'Message-ID: <sent@handles.test>',
    '',
    'Spam',
    '--part--',
    '',
  ].join('\r\n');
}
