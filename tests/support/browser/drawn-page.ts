import type { Page } from 'playwright';
import type { PublicProfile } from '../../../contract/profiles/profiles.ts';
import { STANDARD_IDENTITY } from '../../../contract/site/site-identity.ts';
import { loadRenderer } from '../../../server/platform/http/pages/renderer.ts';
import { pngFile } from '../pictures/picture-files.ts';

const SITE = {
  ...STANDARD_IDENTITY,
  origin: 'http://localhost',
  host: 'np.example',
  mailDomain: 'np.example',
  localMode: false,
};

/** The path of the page that `drawPage` shows. */
export const DRAWN_PAGE = '/drawn-page';

/** Answers `DRAWN_PAGE` with a page that the build draws, without storing it; each uploaded picture is half red and half blue. */
export async function drawPage(page: Page, profile: PublicProfile): Promise<void> {
  const { renderPublicPage } = await loadRenderer();
  const { html } = renderPublicPage({ site: SITE, profile, followLinks: false, countClicks: true });
  const { mimeType, buffer } = await pngFile(96, 54);
  await page.unrouteAll();
  await page.route('**/media/**', (route) => route.fulfill({ contentType: mimeType, body: buffer }));
  await page.route(`**${DRAWN_PAGE}`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
}
