import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { spellCount } from '../../../contract/counts.ts';
import type { Site } from '../../../contract/documents.ts';
import { FALLBACK_PRICES, type Price } from '../../../contract/payments/plans.ts';
import { THEME_IDS } from '../../../contract/profiles/themes.ts';
import { STANDARD_IDENTITY } from '../../../contract/site/site-identity.ts';
import { PLATFORMS } from '../../../contract/social/networks.ts';
import { SiteProvider } from '../../api/site.ts';
import { LandingPage } from './landing-page.tsx';

const site: Site = {
  ...STANDARD_IDENTITY,
  origin: 'https://np.example',
  host: 'np.example',
  mailDomain: 'mail.np.example',
  localMode: false,
};

function render(prices: readonly Price[] = FALLBACK_PRICES, trustClaim?: string): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <SiteProvider value={site}>
        <LandingPage onConnect={() => {}} prices={prices} site={{ ...site, trustClaim }} />
      </SiteProvider>
    </MemoryRouter>,
  );
}

/** Returns the text of a document without its markup. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');

/** Returns the target of the link with a text. */
function linkOf(html: string, text: string): string | undefined {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].find(([, , inner = '']) =>
    textOf(inner).includes(text),
  )?.[1];
}

describe('landing page', () => {
  afterEach(() => vi.useRealTimers());

  it('shows the current year in the footer', () => {
    vi.useFakeTimers({ now: new Date('2031-06-15T12:00:00Z') });
    expect(textOf(render())).toContain('© 2031 Nameplate');
  });

  it('shows the operator’s claim as the first of three promises, or only two promises without one', () => {
    const promises = (claim?: string) =>
      /<ul class="mt-6[^>]*>[\s\S]*?<\/ul>/.exec(render(FALLBACK_PRICES, claim))?.[0] ?? '';
    expect(textOf(promises('Made in Rotterdam'))).toMatch(/^ *Made in Rotterdam .*money-back.*price lock *$/);
    expect(textOf(promises())).toMatch(/^ *30 days money-back guarantee +2-year price lock *$/);
  });

  it('states the number of themes and platforms of the catalogues', () => {
    const text = textOf(render());
    expect(text).toMatch(/ [A-Z][a-z]+teen themes, one click/);
    expect(text).toContain(`any of ${spellCount(THEME_IDS.length - 1)} other themes`);
    expect(text).toContain(`Instagram, YouTube, GitHub and ${spellCount(PLATFORMS.length - 3)} more networks`);
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
  ])('links %j to %s', (text, address) => {
    expect(linkOf(render(), text)).toBe(address);
  });

  it('shows current prices and discounts', () => {
    const live = FALLBACK_PRICES.map((price) =>
      price.name === 'Plus' ? { ...price, price_yearly_usd_now: 7.5 } : price,
    );
    const text = textOf(render(live));
    expect(text).toContain('Premium Handles from $7.50/year');
    expect(text).toContain('Starting at $7.50/year');
    expect(text).toContain('25% OFF');
    expect(text).not.toContain('$4.99');
    expect(textOf(render()).match(/50% OFF/g)).toHaveLength(2);
  });

  it('renders three questions in one exclusive group with the first one open', () => {
    const questions = render().match(/<details[^>]*>/g) ?? [];
    expect(questions).toHaveLength(3);
    for (const question of questions) expect(question).toContain('name="faq"');
    expect(questions.map((question) => question.includes(' open=""'))).toEqual([true, false, false]);
  });

  it('renders a handle field that works without script', () => {
    const html = render();
    expect(html).toMatch(/<form[^>]*method="get"[^>]*action="\/create"|<form[^>]*action="\/create"[^>]*method="get"/);
    expect(html).toMatch(/<input[^>]*name="handle"/);
  });

  it('renders no style attribute, which the CSP would block', () => {
    expect(render()).not.toMatch(/\sstyle=/);
  });
});
