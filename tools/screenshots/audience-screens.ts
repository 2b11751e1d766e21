import type { FormPageInput, FormView } from '../../contract/documents.ts';
import type { Look } from '../../contract/profiles/look.ts';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';
import { type ThemeId, themeConfigOf } from '../../contract/profiles/themes.ts';
import { STANDARD_IDENTITY } from '../../contract/site/site-identity.ts';
import { loadRenderer } from '../../server/platform/http/pages/renderer.ts';
import { blockPicture, lookOf } from '../../tests/support/pages/page-blocks.ts';
import { seedOwner } from '../../tests/support/seeds/owner.ts';
import { seedSubscribers } from '../../tests/support/seeds/subscribers.ts';
import { servePhotos } from './photos.ts';
import { failing, type Screen } from './screen.ts';

const screen = (subscribers: number, options?: Parameters<typeof seedSubscribers>[3]) =>
  ({
    path: '/app/audience',
    as: 'member',
    seed: async (db) => {
      const owner = await seedOwner(db, 'ada-writes', { inbox: 'ada@inbox.example' });
      await seedSubscribers(db, owner.handleId, subscribers, options);
      return owner;
    },
  }) satisfies Omit<Screen, 'name'>;

export const AUDIENCE_SCREENS: Screen[] = [
  { name: 'audience', ...screen(1284) },
  { name: 'audience-empty', ...screen(0) },
  { name: 'audience-no-form', ...screen(0, { isHidden: true }) },
  { name: 'audience-form-hidden', ...screen(1, { isHidden: true }) },
  { name: 'audience-failed', ...screen(3), prepare: failing('**/subscribers?*') },
  {
    name: 'audience-remove',
    ...screen(12),
    act: async (page) => {
      await page.getByRole('button', { name: 'Remove reader.0@readers.example' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

const SITE = {
  ...STANDARD_IDENTITY,
  origin: 'https://np.example',
  host: 'np.example',
  mailDomain: 'np.example',
  localMode: false,
};

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
