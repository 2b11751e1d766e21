import path from 'node:path';
import { type Modules, modulesOf } from './modules-of.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Modules of visitors who are not signed in: the app and the two screens with a script budget. */
const VISITORS = ['web/app/hydrate.tsx', 'web/app/routes/landing-route.tsx', 'web/app/routes/create-route.tsx'];
const DASHBOARD = ['web/app/routes/signed-in/manage-route.tsx'];
/** Every signed-in screen. */
const SIGNED_IN = [
  'web/app/shell/page-listeners.ts',
  'web/accounts/session-monitor.ts',
  'web/app/routes/signed-in/signed-in-screens.ts',
  'web/app/routes/signed-in/login-required.tsx',
];
/** The page of a handle as screens show it, in the theme of a new handle. */
const PAGE = ['web/profiles/small-page.tsx', 'web/editor/preview/phone.tsx', 'web/public-page/themes/neon.tsx'];
/** The editor without its tabs. */
const EDITOR = ['web/app/routes/signed-in/editor-route.tsx'];
const LINKS = ['web/editor/links/links-tab.tsx'];
const LOOK = ['web/editor/look/look-tab.tsx'];
const DETAILS = ['web/editor/settings/settings-form.tsx'];
const MAIL = ['web/app/routes/signed-in/mail-tabs.tsx'];
/** Schemas of the responses that every screen of a signed-in person reads. */
const SIGNED_IN_SCHEMAS = ['contract/handles/handles.ts', 'contract/profiles/profiles.ts', 'contract/addresses.ts'];

/** Folders whose modules screens share. */
const SHARED_FOLDERS = /^(contract|web\/(ui|api|[\w-]+\/shared))\//;
/** Small modules that many dialogs and signed-in screens share, without the form controls that need more of Radix. */
const SMALL_FILE =
  /^web\/(ui\/(strong|part-on-demand|relative-time|format-relative-time|form\/(?!switch|copy))|api\/error-text|[\w-]+\/shared\/(same-origin-path|platform-label))/;
const PASSKEY_FILE = /^web\/accounts\/shared\/(webauthn|add-passkey|confirm-with-passkey|passkey-name)\.ts$/;
const ICON_FILE = /\/lucide-react\/.*\/icons\/([\w-]+)\.m?js$/;

/**
 * Modules of no group: documents preload the others by their names in the manifest, which a module of a group does not have, and the
 * entry needs early-clicks before the app.
 */
const UNGROUPED =
  /\/web\/(app\/(hydrate\.tsx|early-clicks\.ts)|app\/routes\/.*-(route\.tsx|screens\.ts)|editor\/preview\/phone\.tsx|public-page\/themes\/neon\.tsx)$/;

type Test = (id: string) => boolean;

/** Returns a test for the modules of the project and the icons that at least `min` of `sets` have. */
function inSets(sets: readonly Modules[], min = 1): Test {
  return (id) => {
    if (UNGROUPED.test(id)) return false;
    const icon = ICON_FILE.exec(id)?.[1];
    const file = path.relative(ROOT, id);
    return sets.filter(({ files, icons }) => (icon === undefined ? files.has(file) : icons.has(icon))).length >= min;
  };
}

/**
 * The chunks that several screens share. Without them each icon and rule that two screens share would be a request of its own, and a
 * large chunk compresses better. A group also takes what its modules import, so visitors' modules come first: a chunk for signed-in
 * people must not hold a module that visitors load. web/app/script-budget.test.ts limits the result.
 */
export function chunkGroups() {
  const isVisitors = inSets([modulesOf(VISITORS)]);
  const isDashboards = inSets([modulesOf(DASHBOARD)]);
  const tabs = [LINKS, LOOK, DETAILS, MAIL].map(modulesOf);
  const isMail = inSets(tabs.slice(3));
  const isEditors = either(inSets([modulesOf(EDITOR)]), inSets(tabs, 2));
  const isSignedIn = either(
    isDashboards,
    isEditors,
    ...tabs.map((tab) => inSets([tab])),
    inSets([modulesOf(SIGNED_IN)]),
  );
  const isShown = inSets([modulesOf(PAGE)]);
  const isIcon: Test = (id) => ICON_FILE.test(id);
  const relative = (id: string) => path.relative(ROOT, id);
  return [
    // The preload code, which the entry needs before any other chunk.
    { name: 'load', test: /vite\/preload-helper|rolldown\/runtime/ },
    // A separate chunk, so that the browser evaluates it in a separate task (web/app/entry-client.tsx).
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
    // Everything that each page needs.
    { name: 'app', test: inSets([modulesOf(['web/app/hydrate.tsx'])]) },
    {
      name: 'claim',
      test: (id: string) => isShared(id, isVisitors) && !isSignedIn(id) && !isShown(id),
      minShareCount: 2,
    },
    { name: 'shared', test: (id: string) => isShared(id, isVisitors), minShareCount: 2 },
    {
      name: 'marketing',
      test: (id: string) => relative(id).startsWith('web/marketing/') && isVisitors(id),
      minShareCount: 2,
    },
    { name: 'schemas', test: /node_modules\/zod\//, minShareCount: 2 },
    { name: 'signed-in-schemas', test: inSets([modulesOf(SIGNED_IN_SCHEMAS)]) },
    { name: 'small', test: (id: string) => SMALL_FILE.test(relative(id)), minShareCount: 2 },
    { name: 'signed-in-icons', test: (id: string) => isIcon(id) && isSignedIn(id), minShareCount: 2 },
    { name: 'page', test: inSets([modulesOf(PAGE)]) },
    {
      name: 'signed-in',
      test: either(inSets([modulesOf(SIGNED_IN)]), (id) => isDashboards(id) && isEditors(id)),
    },
    { name: 'editor', test: (id: string) => !isIcon(id) && isEditors(id) && !isDashboards(id) },
    { name: 'mail-icons', test: (id: string) => isIcon(id) && isMail(id), minShareCount: 2 },
    {
      name: 'dashboard-and-mail',
      test: (id: string) => id.endsWith('/useInfiniteQuery.js') || (isDashboards(id) && isMail(id)),
    },
    { name: 'mail', test: (id: string) => relative(id).startsWith('web/forwarding/') && isMail(id) },
    { name: 'icons', test: ICON_FILE, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1500 },
    { name: 'passkeys', test: (id: string) => PASSKEY_FILE.test(relative(id)), minShareCount: 2 },
  ];
}

function either(...tests: Test[]): Test {
  return (id) => tests.some((test) => test(id));
}

/** A module that only signed-in screens use is not shared by all screens, since the landing page would load it too. */
function isShared(id: string, isVisitors: Test): boolean {
  if (ICON_FILE.test(id)) return isVisitors(id);
  return id.includes('/lucide-react/') || (SHARED_FOLDERS.test(path.relative(ROOT, id)) && isVisitors(id));
}
