import { createHash } from 'node:crypto';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { formatUtcDay } from '../../contract/dates.ts';
import type { LegalPageInput, Site } from '../../contract/documents.ts';
import { type AcceptedKind, STANDARD_VERSIONS } from '../../contract/site/legal-texts.ts';
import { SAMPLE_SITE } from '../../tests/support/pages/sample-site.ts';
import { SiteProvider } from '../api/site.ts';
import { EmailForwardingPage } from './email-forwarding-page.tsx';
import { Footer } from './footer.tsx';
import { LegalPage } from './legal-page.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { TermsPage } from './terms-page.tsx';

const site = { ...SAMPLE_SITE, mailDomain: 'mail.np.example' };

function render(page: ReactElement, changes: Partial<Site> = {}): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <SiteProvider value={{ ...site, ...changes }}>{page}</SiteProvider>
    </MemoryRouter>,
  );
}

describe('the footer', () => {
  const standard = ['/email-forwarding', '/tos', '/privacy'];
  const links = (footer: Site['footer']) => {
    const html = render(<Footer />, { footer });
    return [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)/g)].map(([, url, text]) => [url, text]);
  };
  it('has the standard links only on a site that its operator has not changed', () => {
    expect(links([]).map(([url]) => url)).toEqual(standard);
  });
  it('has the links of the operator after the standard ones, even if two have the same text', () => {
    const own = [
      { text: 'Club', url: 'https://club.example/' },
      { text: 'Club', url: '/club' },
    ];
    expect(links(own).slice(standard.length)).toEqual(own.map(({ text, url }) => [url, text]));
  });
});

const numbers = (html: string) => [...html.matchAll(/<h2[^>]*>(\d+)\. /g)].map((match) => Number(match[1]));

/** Returns links within the page that match no chapter. */
function brokenAnchors(html: string): string[] {
  return [...html.matchAll(/href="#([^"]+)"/g)].flatMap(([, id = '']) => (html.includes(` id="${id}"`) ? [] : [id]));
}

describe('terms of service', () => {
  const html = render(<TermsPage />);
  it('renders the terms with nine sections, a date and a link to the privacy policy', () => {
    expect(numbers(html)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(brokenAnchors(html)).toEqual([]);
    expect(html).toContain('Last updated: January 2025');
    expect(html.slice(0, html.indexOf('<footer'))).toContain('href="/privacy"');
  });
  it('lists later additions by day, without another heading', () => {
    for (const page of [html, render(<PrivacyPage />)]) {
      expect(page.match(/\d\d November 2026/g)?.length).toBeGreaterThanOrEqual(3);
      expect(page.match(/<h2/g)).toHaveLength(numbers(page).length);
    }
  });
  it('contains the guarantees of the specification in the terms', () => {
    expect(html).toContain('at least 30 days before they take effect');
    expect(html).toContain('99.9% uptime');
  });
});

describe('privacy policy', () => {
  const html = render(<PrivacyPage />);
  it('names PayPal and its cookies only where there are paid plans', () => {
    const free = render(<PrivacyPage />, { paidPlans: false });
    expect(numbers(free)).toEqual(numbers(html));
    const differing = [
      'PayPal',
      'to take payments',
      ', payments)',
      'four cookies',
      'pay for a handle',
      'after a payment',
    ];
    expect(differing.filter((text) => !html.includes(text))).toEqual([]);
    expect(differing.filter((text) => free.includes(text))).toEqual([]);
    expect(free).toMatch(/three cookies[\s\S]*dark theme\. Public pages/);
    expect(free.match(/<li>[^<]*(?=one keeps|cookie|A third one|When you (sign in|ask))/g)).toHaveLength(3);
  });
  it('renders the privacy policy with ten sections, a date and a link to the landing page', () => {
    expect(numbers(html)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(brokenAnchors(html)).toEqual([]);
    expect(html).toContain('Last updated: January 2025');
    expect(html).toMatch(/<a [^>]*href="\/"[^>]*>[\s\S]*?Back to home<\/a>/);
  });
  it.each([
    'removed within 30 days of account deletion',
    'Delivery logs are purged after 90 days',
    'ages 13 and up',
    'within 48 hours',
    'optional two-factor authentication',
    'Recipients of automatic replies are forgotten after 31 days',
    'the reports of other providers are purged after 90 days',
    'We set four cookies',
    'see each other&#x27;s email addresses',
    'invitations, 30 days after they expire',
    'Global Privacy Control is not counted',
    'Numbers of visits are kept for 25 months',
    'for 30 days, how many wrong codes were typed',
    'your browser reads the file or the text itself',
    'The result is not stored, and nobody else learns of it',
    'no longer uses is deleted after a day',
    'may look at the delivery log of a handle',
    'and our answers, are deleted a year after we closed them',
  ])('contains %j in the privacy policy', (text) => {
    expect(html.replace(/\s+/g, ' ')).toContain(text);
  });
});

describe('the versions of the standard texts', () => {
  /** The last day and the hash of each text. After a change, give `STANDARD_VERSIONS` the new day, and replace both here. */
  const KNOWN: Record<AcceptedKind, [version: string, hash: string]> = {
    terms: ['standard-2026-11-24', 'aa4a6c5f32543cd0'],
    privacy: ['standard-2026-11-24', 'd2a65be9a267b572'],
  };
  it.each([
    ['terms', <TermsPage key="terms" />],
    ['privacy', <PrivacyPage key="privacy" />],
  ] as const)('changes with every change of the %s, which accounts accept', (kind, page) => {
    const texts = [true, false].map((paidPlans) => {
      const [text = ''] = render(page, { paidPlans }).split('<footer');
      return text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    });
    const hash = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
    expect([STANDARD_VERSIONS[kind], hash]).toEqual(KNOWN[kind]);
    const day = formatUtcDay(STANDARD_VERSIONS[kind].replace('standard-', ''));
    expect(texts[0]?.match(/\d{1,2} [A-Z][a-z]+ 20\d\d/g)?.at(-1)).toBe(day);
  });
});

describe('a legal text of the operator', () => {
  const version = { name: '2027-01-01', holdsFrom: '2027-01-01', isOwn: true };
  const history = { current: version, next: null, earlier: [] };
  const page = (input: Partial<LegalPageInput>) =>
    renderToStaticMarkup(
      <LegalPage
        {...{ site, styles: [], kind: 'terms', history, version }}
        text={{ title: null, html: '<p>A</p>' }}
        {...input}
      />,
    );
  it('names the day since which it is in force, and the standard text before it', () => {
    expect(page({})).toContain('In force since 1 January 2027');
    expect(page({})).toContain('href="/terms/standard-2026-11-24"');
  });
  it('names the day from which another version holds, with a link to it', () => {
    const next = { name: '2027-02-01', holdsFrom: '2027-02-01', isOwn: true };
    expect(page({ history: { ...history, next } })).toMatch(/From 1 February 2027 <a href="\/terms\/2027-02-01"/);
    const later = page({ history: { ...history, next }, version: next });
    expect(later).toContain('This version holds from 1 February 2027');
    expect(later).toMatch(/href="\/tos"[^>]*>The version in force/);
    const standard = { name: '2027-02-01', holdsFrom: '2027-02-01', isOwn: false };
    expect(page({ history: { ...history, next: standard } })).toContain('href="/terms/standard-2026-11-24"');
  });
  it('tells several versions of one day apart', () => {
    const earlier = [
      { ...version, name: '2026-12-01.2', holdsFrom: '2026-12-01' },
      { ...version, name: '2026-12-01', holdsFrom: '2026-12-01' },
    ];
    expect(
      [...page({ history: { ...history, earlier } }).matchAll(/>(1 December 2026[^<]*)</g)].map(([, text]) => text),
    ).toEqual(['1 December 2026 (2)', '1 December 2026']);
  });
  it('is a link that leaves the app, from every page that names it', () => {
    const own = render(<PrivacyPage />, { legalTexts: ['terms', 'imprint'] });
    expect(own.match(/data-discover[^>]*href="\/(terms|tos|imprint)"/g)).toBeNull();
    expect(own).toMatch(/href="\/imprint"[^>]*>Imprint/);
  });
});

describe('page about forwarding', () => {
  it('uses the mail domain of the installation in examples', () => {
    const html = render(<EmailForwardingPage />);
    expect(html).toContain('you@mail.np.example');
    expect(html).toMatch(/<a [^>]*href="\/create"[^>]*>Start Forwarding/);
  });
});
