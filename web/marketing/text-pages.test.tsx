import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { SiteProvider } from '../api/site.ts';
import { EmailForwardingPage } from './email-forwarding-page.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { TermsPage } from './terms-page.tsx';

const site = {
  origin: 'https://np.example',
  host: 'np.example',
  mailDomain: 'mail.np.example',
  localMode: false,
};

function render(page: ReactElement): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <SiteProvider value={site}>{page}</SiteProvider>
    </MemoryRouter>,
  );
}

const numbers = (html: string) => [...html.matchAll(/<h2[^>]*>(\d+)\. /g)].map((match) => Number(match[1]));

/** Every link within the page must find its chapter. */
function lostAnchors(html: string): string[] {
  return [...html.matchAll(/href="#([^"]+)"/g)].flatMap(([, id = '']) => (html.includes(` id="${id}"`) ? [] : [id]));
}

describe('the terms', () => {
  const html = render(<TermsPage />);
  it('have nine sections, a date and a way to the privacy policy', () => {
    expect(numbers(html)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(lostAnchors(html)).toEqual([]);
    expect(html).toContain('Last updated: January 2025');
    expect(html.slice(0, html.indexOf('<footer'))).toContain('href="/privacy"');
  });
  it('promise what they have to', () => {
    expect(html).toContain('at least 30 days before they take effect');
    expect(html).toContain('99.9% uptime');
  });
});

describe('the privacy policy', () => {
  const html = render(<PrivacyPage />);
  it('has ten sections, a date and a way home', () => {
    expect(numbers(html)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(lostAnchors(html)).toEqual([]);
    expect(html).toContain('Last updated: January 2025');
    expect(html).toMatch(/<a [^>]*href="\/"[^>]*>[\s\S]*?Back to home<\/a>/);
  });
  it.each([
    'removed within 30 days of account deletion',
    'Delivery logs are purged after 90 days',
    'ages 13 and up',
    'within 48 hours',
    'optional two-factor authentication',
  ])('says %j', (text) => {
    expect(html.replace(/\s+/g, ' ')).toContain(text);
  });
});

describe('the page about forwarding', () => {
  it('tells the way of a mail with addresses of this installation', () => {
    const html = render(<EmailForwardingPage />);
    expect(html).toContain('you@mail.np.example');
    expect(html).toMatch(/<a [^>]*href="\/create"[^>]*>Start Forwarding/);
  });
});
