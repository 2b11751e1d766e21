/** A DMARC aggregate report (RFC 9990). Sums are over all records. */
export interface DmarcReport {
  kind: 'dmarc';
  /** Identifies the report at its reporter. */
  id: string;
  organization: string;
  contact: string;
  begins: Date | null;
  ends: Date | null;
  policy: { domain: string; p: string; sp: string; adkim: string; aspf: string };
  /** Messages. */
  passed: number;
  failed: number;
  /** Records with equal address and results, the most messages first. */
  sources: DmarcSource[];
  /** Sources beyond the limit. */
  omitted: number;
}

/** Messages of one address with equal results. */
export interface DmarcSource {
  ip: string;
  messages: number;
  disposition: string;
  /** Passed and aligned. */
  dkim: boolean;
  spf: boolean;
  headerFrom: string;
  envelopeFrom: string;
  reasons: string[];
  dkimResults: { domain: string; selector: string; result: string }[];
  spfResults: { domain: string; result: string }[];
}

/** A report on TLS of connections to our server (RFC 8460). Sums are over all policies of our domain. */
export interface TlsReport {
  kind: 'tls';
  id: string;
  organization: string;
  contact: string;
  begins: Date | null;
  ends: Date | null;
  /** Sessions. */
  passed: number;
  failed: number;
  policies: TlsPolicyResult[];
  /** Policies and failures beyond the limits. */
  omitted: number;
}

export interface TlsPolicyResult {
  type: string;
  domain: string;
  strings: string[];
  mx: string[];
  passed: number;
  failed: number;
  failures: { type: string; mx: string; sendingIp: string; receivingIp: string; sessions: number; reason: string }[];
}

/** A complaint about one message (RFC 5965). Text that the complainant or the author wrote is not kept. */
export interface FeedbackReport {
  kind: 'feedback';
  /** A digest of the data that identify the message in question. */
  id: string;
  type: string;
  userAgent: string;
  /** The address from which the complaining receiver got the message. */
  sourceIp: string;
  domains: string[];
  messageId: string;
  /** Envelope senders of the message, from the report and the enclosed header. */
  returnAddresses: string[];
  /** The author in the enclosed header if that header has a signature of our domain (not verified); otherwise empty. */
  claimedAuthor: string;
}

export type MailReport = DmarcReport | TlsReport | FeedbackReport;

/** A message that has the form of a report but no content that we accept. `message` is for the log. */
export class MalformedReport extends Error {
  override name = 'MalformedReport';
}
