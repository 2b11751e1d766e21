import type { Page } from 'playwright';
import type { FormPageInput, FormView } from '../../contract/documents.ts';
import type { Look } from '../../contract/profiles/look.ts';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';
import { type ThemeId, themeConfigOf } from '../../contract/profiles/themes.ts';
import { loadRenderer } from '../../server/platform/http/pages/renderer.ts';
import { mockAudience, subscribersOf } from '../../tests/support/browser/mock-audience.ts';
import { blockPicture, lookOf } from '../../tests/support/pages/page-blocks.ts';
import { servePhotos } from './photos.ts';
import type { Screen } from './screen.ts';

const path = '/app/audience';
const show = (mocks: Parameters<typeof mockAudience>[1]) => (page: Page) => mockAudience(page, mocks);
const items = subscribersOf(12);

export const AUDIENCE_SCREENS: Screen[] = [
  { name: 'audience', path, as: 'member', prepare: show({ total: 1284, items }) },
  { name: 'audience-empty', path, as: 'member', prepare: show({}) },
  { name: 'audience-no-form', path, as: 'member', prepare: show({ isOffered: false }) },
  {
    name: 'audience-form-hidden',
    path,
    as: 'member',
    prepare: show({ total: 1, isOffered: false, items: items.slice(0, 1) }),
  },
  { name: 'audience-failed', path, as: 'member', prepare: show({ total: 3, items: 'failure' }) },
  {
    name: 'audience-remove',
    path,
    as: 'member',
    prepare: show({ total: 12, items }),
    act: async (page) => {
      await page.getByRole('button', { name: 'Remove reader.0@readers.example' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

const SITE = { origin: 'https://np.example', host: 'np.example', mailDomain: 'np.example', localMode: false };

const profileOf = (template: ThemeId, displayName: string): PublicProfile => ({
  username: 'ada-lovelace',
  displayName,
  bio: null,
  profilePicture: null,
  bannerImage: null,
  look: null,
  emailVisible: true,
  acceptsMail: true,
  socialLinks: [],
  blocks: [],
  template,
  themeConfig: themeConfigOf(template),
});

/** Returns a page with a background picture and a look that differs strongly from its theme. */
const withPicture = (template: ThemeId, displayName: string, buttons: Look['buttons']): PublicProfile => ({
  ...profileOf(template, displayName),
  look: lookOf({ background: { kind: 'picture', image: blockPicture('background', 'background') }, buttons }),
});

const EMPTY = { state: 'open', token: 't', values: {}, errors: {}, problem: null } as const;
const LTR = profileOf('ocean', 'Ada Lovelace');
const RTL = profileOf('candy', 'عمر الخيام للخرائط والرحلات البعيدة');
const WRONG: FormView = {
  ...EMPTY,
  title: null,
  note: null,
  problem: 'Nothing was sent yet. Please check the fields marked below.',
  values: { name: 'عمر', email: 'omar@visitor', message: 'مرحبا! '.repeat(60) },
  errors: { email: 'Please enter a valid email address.' },
};

const FORM_VIEWS: Record<string, Pick<FormPageInput, 'profile' | 'form' | 'view'>> = {
  'page-form-contact': {
    profile: LTR,
    form: 'contact',
    view: { ...EMPTY, title: 'Book me', note: 'I answer within a week.' },
  },
  'page-form-error': { profile: RTL, form: 'contact', view: WRONG },
  'page-form-sent': { profile: LTR, form: 'contact', view: { state: 'sent', email: 'bob@visitor.example' } },
  'page-form-closed': { profile: RTL, form: 'contact', view: { state: 'closed' } },
  'page-form-subscribe': { profile: RTL, form: 'subscribe', view: { ...EMPTY, title: null, note: null } },
  'page-form-picture': {
    profile: withPicture('minimal', 'Ada Lovelace', 'pill'),
    form: 'contact',
    view: { ...WRONG, title: 'Book me', note: 'I answer within a week.' },
  },
  'page-form-picture-sent': {
    profile: withPicture('royal', 'A name that goes on and on '.repeat(4).trim(), 'square'),
    form: 'subscribe',
    view: { state: 'sent', email: `${'a-very-long-name.'.repeat(3)}reader@mail.example` },
  },
  'page-form-requested': { profile: LTR, form: 'subscribe', view: { state: 'sent', email: 'bob@visitor.example' } },
};

/** The separate documents with forms of a page, in the states that visitors see. */
export const FORM_SCREENS: Screen[] = Object.entries(FORM_VIEWS).map(([name, input]) => ({
  name,
  path: `/${name}`,
  prepare: async (page) => {
    const { renderFormPage } = await loadRenderer();
    await servePhotos(page);
    await page.route(`**/${name}`, (route) =>
      route.fulfill({ contentType: 'text/html', body: renderFormPage({ site: SITE, ...input }).html }),
    );
  },
}));
