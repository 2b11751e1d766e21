import { isIP } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { asciiDomain } from '../message/address.ts';
import { type DmarcReport, type DmarcSource, MalformedReport } from '../message/mail-report.ts';
import { count, date, plainText, sum } from './text.ts';
import { readXml, textAt, type XmlElement } from './xml.ts';

/** A report with more records is rejected. */
const MAX_RECORDS = 10_000;
/** Maximum number of stored sources; the sources with the most messages are kept. */
const MAX_SOURCES = 200;
/** Maximum numbers of listed signatures, SPF results and reasons of a source. */
const MAX_RESULTS = 10;
/** A report has two other elements; a few more may be extensions (RFC 9990). */
const MAX_OTHERS = 100;
/** Records processed before other work of the process gets its turn. */
const RECORDS_AT_A_TIME = 200;

/** Reads a DMARC aggregate report (RFC 9990, and RFC 7489 appendix C) about `domain`. Throws MalformedReport. */
export async function readDmarcReport(xml: string, domain: string): Promise<DmarcReport> {
  const report: DmarcReport = {
    kind: 'dmarc',
    id: '',
    organization: '',
    contact: '',
    begins: null,
    ends: null,
    policy: { domain: '', p: '', sp: '', adkim: '', aspf: '' },
    passed: 0,
    failed: 0,
    sources: [],
    omitted: 0,
  };
  const sources = new Map<string, DmarcSource>();
  let records = 0;
  let others = 0;

  for (const child of readXml(xml, 'feedback')) {
    if (child.name !== 'record' && ++others > MAX_OTHERS) throw new MalformedReport('a DMARC report of other elements');
    if (child.name === 'report_metadata') readMetadata(child, report);
    else if (child.name === 'policy_published') {
      const tag = (name: string) => plainText(textAt(child, name)).toLowerCase();
      const [p, sp, adkim, aspf] = ['p', 'sp', 'adkim', 'aspf'].map(tag);
      report.policy = { domain: tag('domain'), p: p ?? '', sp: sp ?? '', adkim: adkim ?? '', aspf: aspf ?? '' };
    } else if (child.name === 'record') {
      if (++records > MAX_RECORDS) throw new MalformedReport(`more than ${MAX_RECORDS} records`);
      addRecord(child, report, sources);
      if (records % RECORDS_AT_A_TIME === 0) await setImmediate();
    }
  }
  if (report.id === '') throw new MalformedReport('not a DMARC report');
  const reported = asciiDomain(report.policy.domain);
  if (reported !== domain && !reported.endsWith(`.${domain}`)) {
    throw new MalformedReport('a DMARC report on another domain');
  }
  const sorted = [...sources.values()].sort((one, other) => other.messages - one.messages);
  report.sources = sorted.slice(0, MAX_SOURCES);
  report.omitted = sorted.length - report.sources.length;
  return report;
}

function readMetadata(element: XmlElement, report: DmarcReport): void {
  report.id = plainText(textAt(element, 'report_id'));
  report.organization = plainText(textAt(element, 'org_name'));
  report.contact = plainText(textAt(element, 'extra_contact_info') || textAt(element, 'email'));
  report.begins = date(textAt(element, 'date_range', 'begin'));
  report.ends = date(textAt(element, 'date_range', 'end'));
}

function addRecord(record: XmlElement, report: DmarcReport, sources: Map<string, DmarcSource>): void {
  const ip = textAt(record, 'row', 'source_ip').toLowerCase();
  const messages = count(textAt(record, 'row', 'count'));
  if (isIP(ip) === 0 || messages === 0) return;
  const evaluated = find(record, 'row', 'policy_evaluated');
  const dkim = textAt(record, 'row', 'policy_evaluated', 'dkim').toLowerCase() === 'pass';
  const spf = textAt(record, 'row', 'policy_evaluated', 'spf').toLowerCase() === 'pass';
  if (dkim || spf) report.passed = sum(report.passed, messages);
  else report.failed = sum(report.failed, messages);
  const results = find(record, 'auth_results');
  const all = (element: XmlElement | undefined, name: string) =>
    (element?.children ?? []).filter((child) => child.name === name).slice(0, MAX_RESULTS);
  const text = (element: XmlElement, name: string) => plainText(textAt(element, name)).toLowerCase();
  const source = {
    ip,
    disposition: plainText(textAt(record, 'row', 'policy_evaluated', 'disposition')).toLowerCase(),
    dkim,
    spf,
    headerFrom: plainText(textAt(record, 'identifiers', 'header_from')).toLowerCase(),
    envelopeFrom: plainText(textAt(record, 'identifiers', 'envelope_from')).toLowerCase(),
    reasons: all(evaluated, 'reason').map((reason) => text(reason, 'type')),
    dkimResults: all(results, 'dkim').map((one) => ({
      domain: text(one, 'domain'),
      selector: text(one, 'selector'),
      result: text(one, 'result'),
    })),
    spfResults: all(results, 'spf').map((one) => ({ domain: text(one, 'domain'), result: text(one, 'result') })),
  };
  const name = JSON.stringify(source);
  const known = sources.get(name);
  if (known) known.messages = sum(known.messages, messages);
  else sources.set(name, { ...source, messages });
}

function find(element: XmlElement, ...path: string[]): XmlElement | undefined {
  let found: XmlElement | undefined = element;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found;
}
