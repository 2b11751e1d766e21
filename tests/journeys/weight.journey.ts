import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from '../setup/journey.ts';

for (const path of ['/', '/create']) {
  test(`all the script that ${path} loads by itself is at most 130 kB, gzipped`, async ({ page }) => {
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') bodies.push(response.body());
    });
    const prices = page.waitForResponse('**/api/packages');
    await page.goto(path);
    await prices;
    await page.waitForLoadState('networkidle');
    const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(130_000);
  });
}
