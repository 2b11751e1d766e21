import type { Page } from '@playwright/test';
import type { Audience, Subscriber } from '../../../contract/page-forms/subscribers.ts';
import { DAY } from '../../../contract/time.ts';

const LONG = 'somebody-with-a-very-long-address-indeed-and-then-some@mail.a-long-domain-name.example';
const WORDINGS = [
  'One letter a month about new maps. Unsubscribe at any time.',
  'رسالة واحدة في الشهر عن الخرائط الجديدة.',
  'I would like to get news by email. I can unsubscribe at any time.',
];

/** A list of people, the newest first. */
export function subscribersOf(count: number): Subscriber[] {
  return Array.from({ length: count }, (_, at) => {
    const confirmedAt = new Date(Date.now() - at * 1.7 * DAY).toISOString();
    return {
      id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      email: at === 1 ? LONG : `reader.${at}@readers.example`,
      wording: WORDINGS[at % WORDINGS.length] ?? '',
      requestedAt: confirmedAt,
      confirmedAt,
    };
  });
}

/** Mocks the email list of every handle. */
export async function mockAudience(
  page: Pick<Page, 'route'>,
  { total = 0, isOffered = true, items = [] }: Partial<Audience> & { items?: Subscriber[] | 'failure' } = {},
): Promise<void> {
  await page.route('**/api/handles/*/subscribers/summary', (route) => route.fulfill({ json: { total, isOffered } }));
  await page.route(/\/subscribers(\?|$)/, (route) => {
    if (items === 'failure') return route.fulfill({ status: 500, json: {} });
    const search = new URL(route.request().url()).searchParams.get('search') ?? '';
    return route.fulfill({ json: items.filter(({ email }) => email.includes(search)) });
  });
}
