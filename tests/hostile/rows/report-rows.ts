import { bytes, type Run, rowsOf, text } from '../row.ts';

const MESSAGE = 5 * 1024 * 1024;
const UNPACKED = 10 * 1024 * 1024;
const part = (type: string, content: string) => ({ type, content: () => Buffer.from(content) });

/** Multipart bodies, with the text as preamble, as a part, and inside nested multiparts with the same delimiters. */
const MULTIPART = [
  'Content-Type: multipart/mixed; boundary=zz\r\n\r\n--zz\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n{}\r\n--zz--\r\n',
  'Content-Type: multipart/mixed; boundary=a\r\n\r\n{}',
  'Content-Type: multipart/mixed; boundary=a\r\n\r\n{}\r\n',
  'Content-Type: multipart/mixed; boundary={}\r\n\r\n--a\r\n',
  'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{}',
  'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Transfer-Encoding: base64\r\n\r\n{}\r\n--a--\r\n',
  'Content-Type: {}\r\n\r\n',
  '{}',
];
const readParts: Run = (read, given) => read(Buffer.from(given)).map((one: { content(): Buffer }) => one.content());
const inType: Run = (read, given) => read(Buffer.from(`Content-Type: ${given}\r\n\r\n`), 'boundary');

export const REPORT_ROWS = [
  ...rowsOf('mail/reports/mime-parts.ts', 'mime', { mimeParts: readParts }, { limit: MESSAGE, frames: MULTIPART }),
  ...rowsOf(
    'mail/reports/read-report.ts',
    'mime',
    {
      readReport: (read, given) => {
        const message = Buffer.from(given);
        return read(message, message.subarray(0, 60), 'b.test');
      },
    },
    { limit: MESSAGE, frames: MULTIPART },
  ),
  ...rowsOf('mail/reports/may-be-report.ts', 'mime', { mayBeReport: inType }),
  ...rowsOf('mail/reports/report-worker.ts', 'mime', {
    default: (read, given) => read({ message: Buffer.from(given), head: Buffer.from(given), domain: 'b.test' }),
  }),
  ...rowsOf(
    'mail/reports/xml.ts',
    'xml',
    { readXml: (read, given) => Array.from(read(given, 'a')) },
    { limit: UNPACKED, frames: ['<a>{}', '<a><b>{}</b></a>', '<a {}', '<a><!--{}', '<a><b x="{}"/></a>', '{}'] },
  ),
  ...rowsOf(
    'mail/reports/dmarc.ts',
    'xml',
    { readDmarcReport: (read, given) => read(given, 'b.test') },
    {
      limit: UNPACKED,
      frames: [
        '<feedback>{}</feedback>',
        '<feedback><record><row>{}</row></record></feedback>',
        '<feedback><record><auth_results>{}</auth_results></record></feedback>',
        '<feedback><report_metadata><org_name>{}</org_name></report_metadata></feedback>',
      ],
    },
  ),
  ...rowsOf(
    'mail/reports/tls.ts',
    'json',
    { readTlsReport: (read, given) => read(given, 'b.test') },
    {
      limit: 1024 * 1024,
      frames: ['{}', '{"report-id":"a","policies":[{}]}', '{"report-id":"a","policies":[{}{}]}', '{"a":"{}"}'],
    },
  ),
  ...rowsOf(
    'mail/reports/decompress.ts',
    'zip',
    { decompress: bytes },
    { limit: MESSAGE, frames: ['PK\x03\x04{}', '{}'] },
  ),
  ...rowsOf('mail/reports/feedback.ts', 'mime', {
    readFeedbackReport: (read, given) =>
      read(
        [
          part('message/feedback-report', `feedback-type: abuse\r\n${given}`),
          part('message/rfc822', `${given}\r\n\r\n`),
        ],
        'b.test',
      ),
  }),
  ...rowsOf('mail/reports/text.ts', 'text', { plainText: text, count: text, date: text }),
  ...rowsOf(
    'mail/dsn/notice-texts.ts',
    'smtp',
    { noticeStatus: (read, given) => [read(given), read(given, { isKnown: true })] },
    { frames: ['{}', 'this is the qmail-send program {}'] },
  ),
  ...rowsOf(
    'mail/dsn/read-returned-mail.ts',
    'mime',
    { readReturnedMail: (read, given) => read(Buffer.from(given), '', 'b.test') },
    {
      frames: [
        '{}',
        'Content-Type: multipart/report; report-type{}\r\n\r\nstatus:5.0.0\r\n',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=a\r\n\r\n--a\r\n\r\n{}\r\n--a--\r\n',
        'Content-Type: multipart/report; report-type=delivery-status\r\n\r\nstatus:{}\r\n',
        'Content-Type: multipart/report; report-type=delivery-status\r\n\r\naction: failed\r\nfinal-recipient:{}\r\n',
        'Content-Type: multipart/report; report-type=delivery-status\r\n\r\ndiagnostic-code: smtp;{}\r\n',
        'Content-Type: multipart/report; report-type=delivery-status\r\n\r\n' +
          'Content-Type: message/delivery-status\r\n\r\naction: failed\r\nstatus:{}\r\n',
        'From: mailer-daemon@a.test\r\nX-Failed-Recipients: {}\r\n\r\n#5.{}',
      ],
    },
  ),
];
