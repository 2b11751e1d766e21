import type { ListView } from '../../../contract/documents.ts';
import { STANDARD_IDENTITY } from '../../../contract/site/site-identity.ts';
import { loadPages } from '../../../server/platform/http/pages/renderer.ts';
import type { Screen } from '../screen.ts';

const SITE = {
  ...STANDARD_IDENTITY,
  origin: 'https://np.example',
  host: 'np.example',
  mailDomain: 'np.example',
  localMode: false,
};
const SUBSCRIBER = { handle: 'ada-lovelace', email: 'bob.the.reader@visitor.example' };

const LIST_VIEWS: Record<string, ListView> = {
  'list-confirm': {
    ...SUBSCRIBER,
    state: 'confirm',
    wording: 'One letter a month about new maps.\nI would like to get news by email. I can unsubscribe at any time.',
  },
  'list-confirm-rtl': {
    ...SUBSCRIBER,
    state: 'confirm',
    handle: 'a-handle-of-thirty-letters-yes',
    email: `${'a-very-long-name.'.repeat(3)}reader@mail.a-long-domain-name.example`,
    wording: 'رسالة واحدة في الشهر عن الخرائط الجديدة. يمكنني إلغاء الاشتراك في أي وقت.',
  },
  'list-confirmed': { ...SUBSCRIBER, state: 'confirmed' },
  'list-leave': { ...SUBSCRIBER, state: 'leave' },
  'list-left': { ...SUBSCRIBER, state: 'left' },
  'list-invalid': { state: 'invalid' },
};

/** The pages behind the links in the emails of a list. */
export const LIST_SCREENS: Screen[] = Object.entries(LIST_VIEWS).map(([name, view]) => ({
  name,
  path: `/${name}`,
  prepare: async (page) => {
    const { listPage } = await loadPages(SITE, () => []);
    await page.route(`**/${name}`, (route) =>
      route.fulfill({ contentType: 'text/html', body: listPage({ confirm: '#', leave: '#' }, view) }),
    );
  },
}));
