import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

const TEST = '\\.test\\.tsx?$|^tests/';
const PACKAGE = 'node_modules/';
const MAIL_PACKAGES = `${PACKAGE}(@types/|@postalsys/)?[^/@]*(mail|smtp|mime|mx-|dkim|dns-)`;
/** Rooms of web/ that are not a capability; every other folder in it is one. */
const WEB_ROOMS = 'app|ui|lib|public-page';

function wall(
  name: string,
  comment: string,
  rule: Pick<IRegularForbiddenRuleType, 'from' | 'to' | 'scope'>,
): IRegularForbiddenRuleType {
  return { name, comment, severity: 'error', ...rule };
}

/** The walls between folders. They speak of any folder in a place, so that a new capability is walled in from the start. */
export const WALLS: IRegularForbiddenRuleType[] = [
  wall('contract-alone', 'contract imports the schema library only', {
    from: { path: '^contract/', pathNot: TEST },
    to: { pathNot: ['^contract/', `${PACKAGE}zod/`] },
  }),
  wall('mail-alone', 'mail imports Node and mail libraries only', {
    from: { path: '^mail/', pathNot: TEST },
    to: { pathNot: ['^mail/', MAIL_PACKAGES], dependencyTypesNot: ['core'] },
  }),
  wall('mail-stages', 'stages of mail share the files beside them (ports.ts), never one another', {
    from: { path: '^mail/([^/]+)/', pathNot: TEST },
    to: { path: '^mail/[^/]+/', pathNot: '^mail/$1/' },
  }),
  wall('web-room', 'web imports contract and web only, never server, db, mail or fakes', {
    from: { path: '^web/', pathNot: TEST },
    to: { path: '^[^/.]+/', pathNot: ['^web/', '^contract/', PACKAGE], dependencyTypesNot: ['core'] },
  }),
  wall(
    'web-siblings',
    'web/<capability> imports contract, web/ui, web/lib, web/public-page, never a sibling or web/app',
    {
      from: { path: '^web/([^/]+)/', pathNot: [TEST, `^web/(${WEB_ROOMS})/`] },
      to: { path: '^web/', pathNot: '^web/($1|ui|lib|public-page)/' },
    },
  ),
  wall('web-ui', 'web/ui knows no product word: it imports itself and packages', {
    from: { path: '^web/ui/', pathNot: TEST },
    to: { path: ['^web/', '^contract/'], pathNot: '^web/ui/' },
  }),
  wall('web-lib', 'web/lib and web/public-page stand below the capabilities and web/app', {
    from: { path: '^web/(lib|public-page)/', pathNot: TEST },
    to: { path: '^web/', pathNot: '^web/(ui|lib|public-page)/' },
  }),
  wall('server-room', 'server imports server, contract, db and packages; mail and fakes have walls of their own', {
    from: { path: '^server/', pathNot: TEST },
    to: {
      path: '^[^/.]+/',
      pathNot: ['^(server|contract|db|mail|fakes)/', PACKAGE],
      dependencyTypesNot: ['core'],
    },
  }),
  wall('server-plumbing', 'server/plumbing knows no capability', {
    from: { path: '^server/plumbing/', pathNot: TEST },
    to: { path: '^server/', pathNot: '^server/plumbing/' },
  }),
  wall('server-routes', 'routes ask rules, never a store', {
    from: { path: '^server/[^/]+/.*routes[^/]*$', pathNot: TEST },
    to: { path: '^server/[^/]+/.*store[^/]*$', pathNot: '^server/plumbing/' },
  }),
  wall('server-rules', 'rules do not know routes', {
    from: { path: '^server/[^/]+/.*rules[^/]*$', pathNot: TEST },
    to: { path: '^server/[^/]+/.*routes[^/]*$' },
  }),
  wall('server-store', 'a store knows neither rules nor routes', {
    from: { path: '^server/[^/]+/.*store[^/]*$', pathNot: [TEST, '^server/plumbing/'] },
    to: { path: '^server/[^/]+/.*(rules|routes)[^/]*$' },
  }),
  wall('server-siblings', "across capabilities of the server only another's rules", {
    from: { path: '^server/([^/]+)/', pathNot: [TEST, '^server/plumbing/'] },
    to: { path: '^server/[^/]+/', pathNot: ['^server/($1|plumbing)/', '^server/[^/]+/.*rules[^/]*$'] },
  }),
  wall('server-top', 'the capabilities and plumbing do not import main.ts or app.ts', {
    from: { path: '^server/[^/]+/', pathNot: TEST },
    to: { path: '^server/[^/]+$' },
  }),
  wall('server-circle', 'capabilities of the server do not import each other in a circle', {
    scope: 'folder',
    from: { path: '^server/[^/]+$' },
    to: { circular: true },
  }),
  wall('holds-in-handles', 'payments calls the rules of handles, never the other way', {
    from: { path: '^server/handles/', pathNot: TEST },
    to: { path: '^server/payments/' },
  }),
  wall('mail-users', 'only server/forwarding and server/main.ts import mail', {
    from: { pathNot: [TEST, '^(mail|bench|tools)/', '^server/forwarding/', '^server/main\\.ts$'] },
    to: { path: '^mail/' },
  }),
  wall('fakes-users', 'only tests, bench, tools and server/main.ts load fakes', {
    from: { pathNot: [TEST, '^(fakes|bench|tools)/', '^server/main\\.ts$'] },
    to: { path: '^fakes/' },
  }),
  wall('fakes-room', 'fakes play the outside world: they import contract, mail/ports.ts and packages', {
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
