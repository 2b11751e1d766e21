import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Site } from '../../contract/documents.ts';
import { FALLBACK_PRICES, type Price } from '../../contract/plans.ts';
import { LandingPage } from './landing-page.tsx';

const site: Site = {
  origin: 'https://np.example',
  host: 'np.example',
  mailDomain: 'mail.np.example',
  localMode: false,
};

function render(prices: readonly Price[] = FALLBACK_PRICES): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <LandingPage onConnect={() => {}} prices={prices} site={site} />
    </MemoryRouter>,
  );
}

/** What a person reads, without the markup. */
const words = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');

/** Where each link leads, by its words. */
function linkOf(html: string, text: string): string | undefined {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].find(([, , inner = '']) =>
    words(inner).includes(text),
  )?.[1];
}

describe('the landing page', () => {
  it.each([
    'Your DIGITAL UNIVERSE',
    'Custom Email',
    'Profile Page',
    'Premium Handles from $4.99/year',
    'Choose a handle',
    'Add your real email',
    'Start receiving',
    'Trusted by 50,000+ users worldwide',
    '30 days money-back guarantee',
    '2-year price lock',
    'MOST POPULAR',
    'Starting at $4.99/year',
    'Up to 10 forwarders per real email',
    `© ${new Date().getFullYear()} Nameplate`,
  ])('says %j', (text) => {
    expect(words(render())).toContain(text);
  });

  it.each([
    ['GET YOUR EPIC HANDLE', '/create'],
    ['VIEW EXAMPLE PROFILE', '/digital-universe'],
    ['CREATE MY UNIVERSE NOW', '/create'],
    ['Start Forwarding', '/create'],
    ['Start Free', '/create'],
    ['Get Plus', '/create'],
    ['Get Deluxe', '/create'],
    ['Claim Your Handle', '/create'],
    ['Email Forwarding', '/email-forwarding'],
    ['Terms of Service', '/tos'],
    ['Privacy Policy', '/privacy'],
  ])('leads by %j to %s', (text, address) => {
    expect(linkOf(render(), text)).toBe(address);
  });

  it('shows live prices, and what they save', () => {
    const live = FALLBACK_PRICES.map((price) =>
      price.name === 'Plus' ? { ...price, price_yearly_usd_now: 7.5 } : price,
    );
    const text = words(render(live));
    expect(text).toContain('Premium Handles from $7.50/year');
    expect(text).toContain('Starting at $7.50/year');
    expect(text).toContain('25% OFF');
    expect(text).not.toContain('$4.99');
    expect(words(render()).match(/50% OFF/g)).toHaveLength(2);
  });

  it('has three questions in one exclusive group, the first open', () => {
    const questions = render().match(/<details[^>]*>/g) ?? [];
    expect(questions).toHaveLength(3);
    for (const question of questions) expect(question).toContain('name="faq"');
    expect(questions.map((question) => question.includes(' open=""'))).toEqual([true, false, false]);
  });

  it('has a handle field that works without script', () => {
    const html = render();
    expect(html).toMatch(/<form[^>]*method="get"[^>]*action="\/create"|<form[^>]*action="\/create"[^>]*method="get"/);
    expect(html).toMatch(/<input[^>]*name="handle"/);
  });

  it('needs no style attribute, which the policy of the page would block', () => {
    expect(render()).not.toMatch(/\sstyle=/);
  });
});
