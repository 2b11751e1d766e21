import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Site } from '../../contract/documents.ts';
import { SAMPLE_SITE } from '../../tests/support/pages/sample-site.ts';
import { SiteProvider } from '../api/site.ts';
import { EmailForwardingPage } from './email-forwarding-page.tsx';
import { Footer } from './footer.tsx';
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

describe('page about forwarding', () => {
  it('uses the mail domain of the installation in examples', () => {
    const html = render(<EmailForwardingPage />);
    expect(html).toContain('you@mail.np.example');
    expect(html).toMatch(/<a [^>]*href="\/create"[^>]*>Start Forwarding/);
  });
});
