import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

const TEST = '\\.test\\.tsx?$|^tests/';
const PACKAGE = 'node_modules/';
const MAIL_PACKAGES = `${PACKAGE}(@types/|@postalsys/)?[^/@]*(mail|smtp|mime|dkim|dns-|lru-cache|piscina|htmlparser2)`;
/** The folders of mail/ that each carry out one step. */
const MAIL_STAGES = 'smtp-in|authenticate|filter|rewrite|smtp-out|queue|dsn';
/** The folders of web/ that are not capabilities. */
const WEB_LAYERS = 'app|ui|api|public-page';
/** Folders below the capabilities, which each capability may import. */
const WEB_BASES = 'own-handles';
const SERVER_BASES = 'addresses|handle-access|held-data|limits|page-changes|platform';
/** Code that combines the capabilities of the server: the top-level files, such as main.ts and app.ts, and the jobs. */
const SERVER_TOP = '^server/([^/]+$|jobs/)';

function rule(
  name: string,
  comment: string,
  condition: Pick<IRegularForbiddenRuleType, 'from' | 'to' | 'scope'>,
): IRegularForbiddenRuleType {
  return { name, comment, severity: 'error', ...condition };
}

/** The import rules. They match folders by position and therefore apply to new capabilities without changes. */
export const IMPORT_RULES: IRegularForbiddenRuleType[] = [
  rule('contract-alone', 'contract imports the schema library, and contract/colours the library of colours', {
    from: { path: '^contract/', pathNot: TEST },
    to: { pathNot: ['^contract/', `${PACKAGE}zod/`, `${PACKAGE}(@types/)?culori/`] },
  }),
  rule('mail-alone', 'mail imports Node and mail libraries only', {
    from: { path: '^mail/', pathNot: TEST },
    to: { pathNot: ['^mail/', MAIL_PACKAGES], dependencyTypesNot: ['core'] },
  }),
  // The other folders of mail, like the top-level files, run the stages.
  rule(
    'mail-stages',
    'stages of mail share message/, host/, host.ts, options.ts and transaction.ts, never one another',
    {
      from: { path: `^mail/(${MAIL_STAGES})/`, pathNot: TEST },
      to: { path: '^mail/', pathNot: ['^mail/($1|message|host)/', '^mail/(host|options|transaction)\\.ts$'] },
    },
  ),
  rule('mail-message', 'mail/message is below every stage: it imports nothing else from mail', {
    from: { path: '^mail/message/', pathNot: TEST },
    to: { path: '^mail/', pathNot: '^mail/message/' },
  }),
  rule('mail-host', 'mail/host declares what the host provides: it imports mail/message only', {
    from: { path: '^mail/host/', pathNot: TEST },
    to: { path: '^mail/', pathNot: '^mail/(message|host)/' },
  }),
  rule('package-internals', 'only the mailauth-internals files import internal modules of mailauth', {
    from: { pathNot: '^mail/authenticate/mailauth(-internals)?\\.' },
    to: { path: `${PACKAGE}mailauth/lib/(?!mailauth\\.js$)` },
  }),
  rule('web-room', 'web imports contract and web only, never server, db, mail or fakes', {
    from: { path: '^web/', pathNot: TEST },
    to: { path: '^[^/.]+/', pathNot: ['^web/', '^contract/', PACKAGE], dependencyTypesNot: ['core'] },
  }),
  rule(
    'web-siblings',
    "web/<capability> imports contract, web/ui, web/api, web/public-page, web/own-handles and another's shared/, never web/app",
    {
      from: { path: '^web/([^/]+)/', pathNot: [TEST, `^web/(${WEB_LAYERS})/`] },
      to: { path: '^web/', pathNot: [`^web/($1|ui|api|public-page|${WEB_BASES})/`, '^web/(?!app/)[^/]+/shared/'] },
    },
  ),
  rule('web-shared', 'the shared/ of a capability does not import the rest of it', {
    from: { path: '^web/[^/]+/shared/', pathNot: TEST },
    to: { path: '^web/', pathNot: [`^web/(ui|api|public-page|${WEB_BASES})/`, '^web/[^/]+/shared/'] },
  }),
  rule(
    'web-ui',
    'web/ui contains no product code: it imports itself, packages, the formatters of dates and counts, and units of time',
    {
      from: { path: '^web/ui/', pathNot: TEST },
      to: { path: ['^web/', '^contract/'], pathNot: ['^web/ui/', '^contract/(dates|counts|time)\\.ts$'] },
    },
  ),
  rule('web-api', 'web/api and web/public-page import neither capabilities nor web/app', {
    from: { path: '^web/(api|public-page)/', pathNot: TEST },
    to: { path: '^web/', pathNot: '^web/(ui|api|public-page)/' },
  }),
  rule('server-room', 'server imports server, contract, db and packages; mail and fakes have separate rules', {
    from: { path: '^server/', pathNot: TEST },
    to: {
      path: '^[^/.]+/',
      pathNot: ['^(server|contract|db|mail|fakes)/', PACKAGE],
      dependencyTypesNot: ['core'],
    },
  }),
  rule('server-platform', 'server/platform imports no capability', {
    from: { path: '^server/platform/', pathNot: TEST },
    to: { path: '^server/', pathNot: '^server/platform/' },
  }),
  rule('server-bases', 'the folders below the capabilities of the server import none of them', {
    from: { path: `^server/(${SERVER_BASES})/`, pathNot: TEST },
    to: { path: '^server/', pathNot: `^server/(${SERVER_BASES})/` },
  }),
  rule('server-routes', 'routes import rules, never a store', {
    from: { path: '^server/[^/]+/.*routes[^/]*$', pathNot: TEST },
    to: { path: '^server/[^/]+/.*store[^/]*$', pathNot: '^server/platform/' },
  }),
  rule('server-rules', 'rules do not import routes', {
    from: { path: '^server/[^/]+/.*rules[^/]*$', pathNot: TEST },
    to: { path: '^server/[^/]+/.*routes[^/]*$' },
  }),
  rule('server-store', 'a store imports neither rules nor routes', {
    from: { path: '^server/[^/]+/.*store[^/]*$', pathNot: [TEST, '^server/platform/'] },
    to: { path: '^server/[^/]+/.*(rules|routes)[^/]*$' },
  }),
  rule(
    'server-siblings',
    'a capability of the server imports the folders below all capabilities, and only the rules and shared/ of another',
    {
      from: { path: '^server/([^/]+)/', pathNot: [TEST, `^server/(${SERVER_BASES})/`, SERVER_TOP] },
      to: {
        path: '^server/[^/]+/',
        pathNot: [`^server/($1|${SERVER_BASES})/`, '^server/[^/]+/.*rules[^/]*$', '^server/[^/]+/shared/'],
      },
    },
  ),
  rule('server-shared', 'the shared/ of a capability does not import the rest of it', {
    from: { path: '^server/[^/]+/shared/', pathNot: TEST },
    to: { path: '^server/', pathNot: [`^server/(${SERVER_BASES})/`, '^server/[^/]+/shared/'] },
  }),
  rule(
    'server-top',
    'the capabilities and platform import neither the files at the top of server, such as main.ts, nor the jobs',
    {
      from: { path: '^server/[^/]+/', pathNot: [TEST, SERVER_TOP] },
      to: { path: SERVER_TOP },
    },
  ),
  rule('mail-users', 'only server/mail and server/serve.ts import mail', {
    from: { pathNot: [TEST, '^(mail|bench|tools)/', '^server/mail/', '^server/serve\\.ts$'] },
    to: { path: '^mail/' },
  }),
  rule('fakes-users', 'only tests, bench, tools and server/serve.ts load fakes', {
    from: { pathNot: [TEST, '^(fakes|bench|tools)/', '^server/serve\\.ts$'] },
    to: { path: '^fakes/' },
  }),
  rule('fakes-room', 'fakes replace external services: they import contract, mail/host and packages', {
    from: { path: '^fakes/', pathNot: TEST },
    to: { path: '^(server|web|db)/' },
  }),
  rule('db-room', 'db imports packages only', {
    from: { path: '^db/', pathNot: TEST },
    to: { path: '^(server|web|mail|fakes|contract)/' },
  }),
  rule('nothing-imports-tests', 'production code does not import tests, bench or tools', {
    from: { pathNot: [TEST, '^(bench|tools)/', '^[^/]+$'] },
    to: { path: [TEST, '^(bench|tools)/'], pathNot: PACKAGE },
  }),
  rule('no-cycle', 'no file imports itself through others', { from: {}, to: { circular: true } }),
  rule('no-barrel', 'import the declaring file: no export ... from', {
    from: {},
    to: { dependencyTypes: ['export'], pathNot: PACKAGE },
  }),
  rule('resolves', 'every import resolves', { from: {}, to: { couldNotResolve: true } }),
];
