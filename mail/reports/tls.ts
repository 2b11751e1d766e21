import { asciiDomain } from '../message/address.ts';
import { MalformedReport, type TlsPolicyResult, type TlsReport } from '../message/mail-report.ts';
import { count, date, plainText, sum } from './text.ts';

/** Maximum numbers of stored policies of a report and failures of a policy. */
const MAX_POLICIES = 10;
const MAX_FAILURES = 100;
/** Maximum number of stored lines of a policy and of MX names. */
const MAX_LINES = 20;

type Json = Record<string, unknown>;

/** Reads a TLS report (RFC 8460) about `domain`. Throws MalformedReport. */
export function readTlsReport(json: string, domain: string): TlsReport {
  const report = objectOf(parse(json));
  const id = plainText(report['report-id']);
  if (id === '' || !Array.isArray(report.policies)) throw new MalformedReport('not a TLS report');
  const ours = report.policies.map(objectOf).filter((policy) => {
    const reported = asciiDomain(plainText(objectOf(policy.policy)['policy-domain']));
    return reported === domain || reported.endsWith(`.${domain}`);
  });
  if (ours.length === 0) throw new MalformedReport('a TLS report on another domain');
  const range = objectOf(report['date-range']);
  const totals = { passed: 0, failed: 0, omitted: Math.max(0, ours.length - MAX_POLICIES) };
  for (const { summary } of ours) {
    totals.passed = sum(totals.passed, count(objectOf(summary)['total-successful-session-count']));
    totals.failed = sum(totals.failed, count(objectOf(summary)['total-failure-session-count']));
  }
  const policies = ours.slice(0, MAX_POLICIES).map(readPolicy);
  for (const policy of ours.slice(0, MAX_POLICIES)) {
    totals.omitted += Math.max(0, listOf(policy['failure-details']).length - MAX_FAILURES);
  }
  return {
    kind: 'tls',
    id,
    organization: plainText(report['organization-name']),
    contact: plainText(report['contact-info']),
    begins: date(range['start-datetime']),
    ends: date(range['end-datetime']),
    ...totals,
    policies,
  };
}

function readPolicy(item: Json): TlsPolicyResult {
  const policy = objectOf(item.policy);
  const summary = objectOf(item.summary);
  const lines = (value: unknown) =>
    (Array.isArray(value) ? value : [value])
      .slice(0, MAX_LINES)
      .map((line) => plainText(line))
      .filter((line) => line !== '');
  return {
    type: plainText(policy['policy-type']).toLowerCase(),
    domain: plainText(policy['policy-domain']).toLowerCase(),
    strings: lines(policy['policy-string']),
    // RFC 8460 4.4 specifies an array; its example has a text.
    mx: lines(policy['mx-host']),
    passed: count(summary['total-successful-session-count']),
    failed: count(summary['total-failure-session-count']),
    failures: listOf(item['failure-details'])
      .slice(0, MAX_FAILURES)
      .map((failure) => ({
        type: plainText(failure['result-type']).toLowerCase(),
        mx: plainText(failure['receiving-mx-hostname']).toLowerCase(),
        sendingIp: plainText(failure['sending-mta-ip'], 60),
        receivingIp: plainText(failure['receiving-ip'], 60),
        sessions: count(failure['failed-session-count']),
        reason: plainText(failure['failure-reason-code'] || failure['additional-information']),
      })),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new MalformedReport('invalid JSON');
  }
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}
