import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

const TEST = '\\.test\\.tsx?$|^tests/';
const PACKAGE = 'node_modules/';
const MAIL_PACKAGES = `${PACKAGE}(@types/|@postalsys/)?[^/@]*(mail|smtp|mime|mx-|dkim|dns-)`;
/** Folders of web/ that are not a capability; every other folder in it is one. */
const WEB_LAYERS = 'app|ui|api|public-page';
/** What joins the capabilities of the server: main.ts, app.ts and their like, and the jobs. */
const SERVER_TOP = '^server/([^/]+$|jobs/)';

function wall(
  name: string,
  comment: string,
  rule: Pick<IRegularForbiddenRuleType, 'from' | 'to' | 'scope'>,
): IRegularForbiddenRuleType {
  return { name, comment, severity: 'error', ...rule };
}

/** The walls between folders. They speak of any folder in a place, so that a new capability is walled in from the start. */
export const IMPORT_RULES: IRegularForbiddenRuleType[] = [
  wall('contract-alone', 'contract imports the schema library only', {
    from: { path: '^contract/', pathNot: TEST },
    to: { pathNot: ['^contract/', `${PACKAGE}zod/`] },
  }),
  wall('mail-alone', 'mail imports Node and mail libraries only', {
    from: { path: '^mail/', pathNot: TEST },
    to: { pathNot: ['^mail/', MAIL_PACKAGES], dependencyTypesNot: ['core'] },
  }),
  wall('mail-stages', 'stages of mail share message/ and the files at the top, never one another', {
    from: { path: '^mail/([^/]+)/', pathNot: [TEST, '^mail/message/'] },
    to: { path: '^mail/[^/]+/', pathNot: '^mail/($1|message)/' },
  }),
  wall('mail-message', 'mail/message stands below every stage: it imports host.ts only', {
    from: { path: '^mail/message/', pathNot: TEST },
    to: { path: '^mail/', pathNot: ['^mail/message/', '^mail/host\\.ts$'] },
  }),
  wall('web-room', 'web imports contract and web only, never server, db, mail or fakes', {
    from: { path: '^web/', pathNot: TEST },
    to: { path: '^[^/.]+/', pathNot: ['^web/', '^contract/', PACKAGE], dependencyTypesNot: ['core'] },
  }),
  wall(
    'web-siblings',
    "web/<capability> imports contract, web/ui, web/api, web/public-page and another's shared/, never web/app",
    {
      from: { path: '^web/([^/]+)/', pathNot: [TEST, `^web/(${WEB_LAYERS})/`] },
      to: { path: '^web/', pathNot: ['^web/($1|ui|api|public-page)/', '^web/(?!app/)[^/]+/shared/'] },
    },
  ),
  wall('web-shared', 'what a capability shares does not import the rest of it', {
    from: { path: '^web/[^/]+/shared/', pathNot: TEST },
    to: { path: '^web/', pathNot: ['^web/(ui|api|public-page)/', '^web/[^/]+/shared/'] },
  }),
  wall('web-ui', 'web/ui knows no product word: it imports itself and packages', {
    from: { path: '^web/ui/', pathNot: TEST },
    to: { path: ['^web/', '^contract/'], pathNot: '^web/ui/' },
  }),
  wall('web-api', 'web/api and web/public-page stand below the capabilities and web/app', {
    from: { path: '^web/(api|public-page)/', pathNot: TEST },
    to: { path: '^web/', pathNot: '^web/(ui|api|public-page)/' },
  }),
  wall('server-room', 'server imports server, contract, db and packages; mail and fakes have walls of their own', {
    from: { path: '^server/', pathNot: TEST },
    to: {
      path: '^[^/.]+/',
      pathNot: ['^(server|contract|db|mail|fakes)/', PACKAGE],
      dependencyTypesNot: ['core'],
    },
  }),
  wall('server-platform', 'server/platform knows no capability', {
    from: { path: '^server/platform/', pathNot: TEST },
    to: { path: '^server/', pathNot: '^server/platform/' },
  }),
  wall('server-routes', 'routes ask rules, never a store', {
    from: { path: '^server/[^/]+/.*routes[^/]*$', pathNot: TEST },
    to: { path: '^server/[^/]+/.*store[^/]*$', pathNot: '^server/platform/' },
  }),
  wall('server-rules', 'rules do not know routes', {
    from: { path: '^server/[^/]+/.*rules[^/]*$', pathNot: TEST },
    to: { path: '^server/[^/]+/.*routes[^/]*$' },
  }),
  wall('server-store', 'a store knows neither rules nor routes', {
    from: { path: '^server/[^/]+/.*store[^/]*$', pathNot: [TEST, '^server/platform/'] },
    to: { path: '^server/[^/]+/.*(rules|routes)[^/]*$' },
  }),
  wall('server-siblings', "across capabilities of the server only another's rules, or what is in its shared/", {
    from: { path: '^server/([^/]+)/', pathNot: [TEST, '^server/platform/', SERVER_TOP] },
    to: {
      path: '^server/[^/]+/',
      pathNot: ['^server/($1|platform)/', '^server/[^/]+/.*rules[^/]*$', '^server/[^/]+/shared/'],
    },
  }),
  wall('server-shared', 'what a capability shares does not import the rest of it', {
    from: { path: '^server/[^/]+/shared/', pathNot: TEST },
    to: { path: '^server/', pathNot: ['^server/platform/', '^server/[^/]+/shared/'] },
  }),
  wall('server-top', 'the capabilities and platform import neither main.ts, app.ts and their like nor the jobs', {
    from: { path: '^server/[^/]+/', pathNot: [TEST, SERVER_TOP] },
    to: { path: SERVER_TOP },
  }),
  wall('server-circle', 'capabilities of the server do not import each other in a circle', {
    scope: 'folder',
    from: { path: '^server/(?!jobs$)[^/]+$' },
    to: { circular: true },
  }),
  wall('holds-in-handles', 'payments calls the rules of handles, never the other way', {
    from: { path: '^server/handles/', pathNot: TEST },
    to: { path: '^server/payments/' },
  }),
  wall('mail-users', 'only server/mail and server/main.ts import mail', {
    from: { pathNot: [TEST, '^(mail|bench|tools)/', '^server/mail/', '^server/main\\.ts$'] },
    to: { path: '^mail/' },
  }),
  wall('fakes-users', 'only tests, bench, tools and server/main.ts load fakes', {
    from: { pathNot: [TEST, '^(fakes|bench|tools)/', '^server/main\\.ts$'] },
    to: { path: '^fakes/' },
  }),
  wall('fakes-room', 'fakes play the outside world: they import contract, mail/host.ts and packages', {
    from: { path: '^fakes/', pathNot: TEST },
    to: { path: '^(server|web|db)/' },
  }),
  wall('db-room', 'db stands below: it imports packages only', {
    from: { path: '^db/', pathNot: TEST },
    to: { path: '^(server|web|mail|fakes|contract)/' },
  }),
  wall('nothing-imports-tests', 'tests, bench and tools are for themselves', {
    from: { pathNot: [TEST, '^(bench|tools)/', '^[^/]+$'] },
    to: { path: [TEST, '^(bench|tools)/'], pathNot: PACKAGE },
  }),
  wall('no-cycle', 'no file imports itself through others', { from: {}, to: { circular: true } }),
  wall('no-barrel', 'import the file you mean: nothing is handed on with export ... from', {
    from: {},
    to: { dependencyTypes: ['export'], pathNot: PACKAGE },
  }),
  wall('resolves', 'every import leads somewhere', { from: {}, to: { couldNotResolve: true } }),
];
