import { expect } from '@playwright/test';
import { test } from '../support/browser/fixtures.ts';

/** The texts and figures that the specification quotes, by path. */
const SCREENS: Record<string, string[]> = {
  '/': [
    'Your DIGITAL UNIVERSE',
    'GET YOUR EPIC HANDLE',
    'Custom Email',
    'Profile Page',
    'Premium Handles from $4.99/year',
    'VIEW EXAMPLE PROFILE',
    'CREATE MY UNIVERSE NOW',
    'Get Started',
    'Connect',
    'MOST POPULAR',
    'Free',
    'Plus',
    'Deluxe',
    'Starting at $4.99/year',
    'Trusted by 50,000+ users worldwide',
    '30 days money-back guarantee',
    '2-year price lock',
    'Up to 2 forwarders',
    'Up to 5 forwarders',
    'Up to 10 forwarders per real email',
    'Choose a handle',
    'Add your real email',
    'Start receiving',
    '% OFF',
  ],
  '/create': [
    'Enter your desired handle',
    '30 DAYS MONEY BACK GUARANTEE',
    'Over 10 letters',
    '10-5',
    '4-2',
    'Free',
    'Plus',
    'Deluxe',
    'Vanity',
    '% OFF',
    '$9.99',
    '$99.99',
    '$999.99',
    'Grab It!',
    '1-30 characters',
    'Letters, numbers, hyphens and dots',
    '2 handles can share one inbox',
    'Unlimited handles can share one inbox',
    'Back to home',
  ],
  '/tos': ['Terms of Service', 'Last updated: January 2025', '30-day notice', '99.9% uptime', 'Privacy Policy'],
  '/terms': ['Terms of Service', 'Last updated: January 2025'],
  '/privacy': [
    'Privacy Policy',
    'Last updated: January 2025',
    'within 30 days of account deletion',
    'after 90 days',
    'ages 13 and up',
    'within 48 hours',
    'two-factor authentication',
    'Back to home',
  ],
  '/no/such/place': [
    '404 Page Not Found',
    "The page you're looking for doesn't exist or has been moved.",
    'Go to Home',
  ],
  '/nobody-has-this-one': [
    'Profile Not Found',
    'The profile "nobody-has-this-one" doesn\'t exist or has been removed.',
    'Go to Home',
  ],
  '/digital-universe': ['localhost', '/digital-universe', 'digital-universe@localhost', 'powered by', 'X'],
};

test('the document of each screen has the texts of the specification', async ({ page }) => {
  for (const [path, texts] of Object.entries(SCREENS)) {
    const html = await (await page.request.get(path)).text();
    const text = await page.evaluate((source) => {
      const { body } = new DOMParser().parseFromString(source, 'text/html');
      for (const script of body.querySelectorAll('script, style')) script.remove();
      return body.textContent.replace(/\s+/g, ' ');
    }, html);
    expect([path, texts.filter((wanted) => !text.includes(wanted))]).toEqual([path, []]);
  }
});

test('the terms have nine sections and link to the privacy policy, which has ten', async ({ page }) => {
  await page.goto('/tos');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(9);
  await page.getByRole('main').getByRole('paragraph').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(10);
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(/\/$/);
});
