import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SAMPLE_SITE as SITE } from '../../tests/support/pages/sample-site.ts';
import { StatusPage } from './status-page.tsx';

it('writes dates in full and in UTC', () => {
  const days = [{ day: '2026-11-22', minutes: 1428, outOf: 1440 }];
  const role = {
    role: 'http',
    isRunning: true,
    since: '2026-08-25T23:59:00Z',
    minutes: 1428,
    outOf: 1440,
    days,
  } as const;
  const view = { isRunning: true, at: '2026-11-23T09:05:00Z', roles: [{ ...role, days: [...days] }] };
  const html = renderToStaticMarkup(<StatusPage site={SITE} styles={[]} view={view} />).replaceAll('<!-- -->', '');
  expect(html).toContain('since 25 August 2026');
  expect(html).toContain('22 November 2026: 99.16%');
  expect(html).toContain('Measured on 23 November 2026, 09:05 UTC.');
});
