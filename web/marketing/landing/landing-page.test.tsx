import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { spellCount } from '../../../contract/counts.ts';
import type { Site } from '../../../contract/documents.ts';
import { FALLBACK_PRICES, type Price } from '../../../contract/payments/plans.ts';
import { THEME_IDS } from '../../../contract/profiles/themes.ts';
import { STANDARD_IDENTITY } from '../../../contract/site/site-identity.ts';
import { PLATFORMS } from '../../../contract/social/networks.ts';
import { SAMPLE_SITE } from '../../../tests/support/pages/sample-site.ts';
import { SiteProvider } from '../../api/site.ts';
import { LandingPage } from './landing-page.tsx';

const site: Site = { ...SAMPLE_SITE, mailDomain: 'mail.np.example' };

function render(prices: readonly Price[] = FALLBACK_PRICES, trustClaim?: string): string {
  return renderSite({ ...site, trustClaim }, prices);
}

function renderSite(shown: Site, prices: readonly Price[] = FALLBACK_PRICES): string {
  return renderToStaticMarkup(
    <SiteProvider value={shown}>
      <MemoryRouter>
        <LandingPage onConnect={() => {}} prices={prices} site={shown} />
      </MemoryRouter>
    </SiteProvider>,
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

  it('has the operator’s promises, and the explicit claim of the settings before them', () => {
    const own = { ...site, landing: { ...site.landing, hero: { promises: ['No ads', 'Ours', 'Free'] } } };
    const promises = (shown: Site) =>
      textOf(/<ul class="mt-6[^>]*>[\s\S]*?<\/ul>/.exec(renderSite(shown))?.[0] ?? '').trim();
    expect(promises(own)).toMatch(/^No ads +Ours +Free$/);
    expect(promises({ ...own, trustClaim: 'Since 1920' })).toMatch(/^Since 1920 +No ads +Ours$/);
  });

  it('has one main heading and no other section if all sections are off', () => {
    const off = { hero: false, features: false, sample: false, steps: false, benefits: false, pricing: false };
    const html = renderSite({ ...site, name: 'Club', landing: { ...off, faq: false, final: false } });
    expect(html).not.toContain('<section');
    expect(html.match(/<h1[^>]*>.*?<\/h1>/g)).toEqual(['<h1 class="sr-only">Club</h1>']);
  });

  it.each(Object.keys(STANDARD_IDENTITY.landing))('has the operator’s texts in the section %s', (name) => {
    const texts = { headline: 'Our own headline', introduction: 'Our own introduction' };
    const text = textOf(renderSite({ ...site, landing: { ...site.landing, [name]: texts } }));
    expect(text).toContain('Our own headline');
    expect(text).toContain('Our own introduction');
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

  it('shows the offered plans only, and says which lengths are not offered and what costs nothing', () => {
    const free = (...plans: string[]) =>
      FALLBACK_PRICES.filter(({ name }) => plans.includes(name)).map((price) => ({
        ...price,
        price_yearly_usd_now: 0,
      }));
    const off = { ...site, paidPlans: false };
    const vanity = renderSite(off, free('Free', 'Vanity'));
    const text = textOf(vanity);
    expect([linkOf(vanity, 'Start Free'), linkOf(vanity, 'Get Plus'), linkOf(vanity, 'Get Deluxe')]).toEqual([
      '/create',
      undefined,
      undefined,
    ]);
    expect(text).toContain('Handles of 5 to 10 letters or 2 to 4 letters are not offered here.');
    expect(text).toContain('Every handle is free of charge');
    expect(textOf(renderSite(off, free('Free', 'Deluxe')))).toMatch(
      /Everything in Free Up to 10 .* Send email from your handle/,
    );
    for (const gone of ['$4.99', 'Premium', 'Starting at', 'money-back', 'Pay for short']) {
      expect(text).not.toContain(gone);
    }
    const short = textOf(renderSite({ ...site, minimumLength: 3 }, FALLBACK_PRICES.slice(0, 3)));
    expect(short).toContain('A handle has at least 3 characters here.');
    expect(short).not.toContain('Just one letter?');
    expect(textOf(renderSite(off, free('Free')))).not.toContain('Premium Handles from');
  });

  it('lists the features that every handle has with the Free plan', () => {
    const html = renderSite({ ...site, commonFeatures: 'Plus' });
    const [freePlan = '', plus = ''] =
      html.match(/<li[^>]*><h3.*?<\/ul>|<li[^>]*><span class="neon-edge absolute.*?<\/ul>/gs) ?? [];
    expect(textOf(freePlan)).toContain('Send email from your handle');
    expect(textOf(freePlan)).toContain('Up to 5 forwarders');
    expect(textOf(plus)).toContain('Up to 5 forwarders');
    expect(textOf(plus)).not.toContain('Send email from your handle');
    expect(textOf(html)).toContain('You can reply from the handle instead.');
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
