import { randomBytes } from 'node:crypto';
import path from 'node:path';
import cookie from '@fastify/cookie';
import type { RateLimitOptions } from '@fastify/rate-limit';
import staticFiles from '@fastify/static';
import Fastify, { type FastifyBaseLogger, type FastifyPluginAsync, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Call } from '../contract/call.ts';
import { accountDeletionRoutes } from './account-deletion/routes.ts';
import { deleteAccountHandler, reactivateOnSignIn } from './account-deletion/rules.ts';
import { ownProfileRoutes } from './accounts/profile/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { signInHandler } from './accounts/rules.ts';
import { activityRoutes } from './activity/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { openCountries } from './analytics/counting/countries.ts';
import { VisitCounter } from './analytics/counting/visit-counter.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { describeCalls } from './api-docs/describe.ts';
import { apiDocsRoutes } from './api-docs/routes.ts';
import { autoReplyRoutes } from './auto-replies/routes.ts';
import { openLinkBlocklist, watchLinkBlocklist } from './blocks/link-blocklist.ts';
import { blockRoutes } from './blocks/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { devSignInRoutes } from './dev-sign-in/routes.ts';
import { confirmChangeHandler } from './email-change/change-links-rules.ts';
import { emailChangeRoutes } from './email-change/routes.ts';
import { undoChangeHandler } from './email-change/undo-link-rules.ts';
import { deliveryLogRoutes } from './forwarding/delivery-log/routes.ts';
import { verifyInboxHandler } from './forwarding/inbox-verification-rules.ts';
import { mailPolicyRoutes } from './forwarding/mail-policy-routes.ts';
import { forwardingRoutes } from './forwarding/routes.ts';
import { forwardingChanger } from './forwarding/rules.ts';
import { stopForwardingRoutes } from './forwarding/stop-forwarding-routes.ts';
import { giveUpRoutes } from './give-up/give-up-routes.ts';
import { claimHandler } from './handles/claim-rules.ts';
import { handleRoutes } from './handles/routes.ts';
import { magicLinkRoutes } from './magic-links/routes.ts';
import { autoReplyTestRoutes } from './mail/auto-reply-test/auto-reply-test-routes.ts';
import { mtaStsRoutes } from './mail/mta-sts-routes.ts';
import { policyHost } from './mail/mta-sts-rules.ts';
import { sendingTestRoutes } from './mail/test-mail/sending-test-routes.ts';
import { testMailRoutes } from './mail/test-mail/test-mail-routes.ts';
import { outboxRoutes } from './outbox/routes.ts';
import { audienceRoutes } from './page-forms/audience/audience-routes.ts';
import { formRoutes } from './page-forms/form-routes.ts';
import { listRoutes } from './page-forms/list/list-routes.ts';
import { appealRoutes } from './page-reports/appeal-routes.ts';
import { reportRoutes } from './page-reports/report-routes.ts';
import { recentSignInRoutes } from './passkeys/recent-sign-in-routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { createPaypal } from './payments/paypal/client.ts';
import { priceOf } from './payments/prices/price-rules.ts';
import { paymentRoutes } from './payments/routes.ts';
import { webhookRoutes } from './payments/webhook/webhook-routes.ts';
import { proxyTest } from './platform/config/proxy-network.ts';
import type { App } from './platform/http/app-context.ts';
import { compressResponses } from './platform/http/cache/compression.ts';
import { mapErrors } from './platform/http/error-mapping.ts';
import { limitBodyDuration, REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from './platform/http/guards/body-deadline.ts';
import {
  allowedOrigins,
  limitAnonymousBodies,
  noStoreByDefault,
  rejectCrossSiteWrites,
} from './platform/http/guards/csrf.ts';
import { guardLocalOnly } from './platform/http/guards/local-only.ts';
import { rejectUnknownHosts } from './platform/http/guards/misdirected-request.ts';
import { NetworkGuard } from './platform/http/guards/network-guard.ts';
import { limitNetworks } from './platform/http/guards/rate-limits.ts';
import { limitRequestsInProgress, logUnknownProxy } from './platform/http/guards/request-limit.ts';
import { addSecurityHeaders } from './platform/http/guards/security-headers.ts';
import { healthRoutes } from './platform/http/health.ts';
import { observeRequests } from './platform/http/observe-requests.ts';
import { appPageRoutes } from './platform/http/pages/app-pages.ts';
import { WEB_FILES } from './platform/http/pages/renderer.ts';
import { sendBadUrlError, sendClientError } from './platform/http/protocol-errors.ts';
import type { Server } from './platform/http/server.ts';
import type { PageCache } from './profiles/page/page-cache.ts';
import { profileRoutes } from './profiles/routes.ts';
import { seoRoutes } from './profiles/seo/robots-and-sitemap-routes.ts';
import { sharingRoutes } from './profiles/sharing-routes.ts';
import { SiteFiles } from './profiles/site-files/site-files-rules.ts';
import { staticPageRoutes } from './profiles/static-page/routes.ts';
import { contactsRoutes } from './sending/contacts/contacts-routes.ts';
import { replyModeRoutes } from './sending/replies/reply-mode-routes.ts';
import { sendingRoutes } from './sending/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { announceNewDevice } from './sessions/rules.ts';
import { siteRoutes } from './site/site-routes.ts';
import { statusRoutes } from './status/status-routes.ts';
import { supportRoutes } from './support/routes.ts';
import { joinTeamHandler } from './teams/invitations/invitation-link-rules.ts';
import { verifyMemberInboxHandler } from './teams/member-inbox/member-inbox-verification-rules.ts';
import { teamRoutes } from './teams/routes.ts';
import { HiddenPictures } from './uploads/hidden-pictures.ts';
import { mediaRoutes } from './uploads/media-routes.ts';
import { uploadRoutes } from './uploads/routes.ts';

const YEAR = 31_536_000;

export interface BuiltApp {
  app: Server;
  /** The cache of public pages, to which changes are reported. */
  pageCache: PageCache;
  /** The pictures that are not served, to which changes are reported. */
  hiddenPictures: HiddenPictures;
  /** Counts views of public pages; writes the counts when the app closes. */
  visits: VisitCounter;
  /** Reads LINK_BLOCKLIST again if it has changed. */
  checkLinkBlocklist: () => Promise<void>;
  /** Every route, as `GET /api/user`. */
  routes: string[];
  /**
   * The rate limit of a route for one network, by the name of the route: undefined for the general limit, false for no limit.
   */
  routeLimits: Map<string, RateLimitOptions | false | undefined>;
  /** The described call of a route, by the name of the route. */
  calls: Map<string, Call>;
}

/**
 * Returns a generator of request ids that are unique across all processes. The id of a failed request appears in the
 * log and in the response.
 */
function requestIds(): () => string {
  const start = randomBytes(5).toString('hex');
  let count = 0;
  return () => `${start}-${(count++).toString(36)}`;
}

/** Builds the HTTP app without opening a port. In local mode an emulator can replace PayPal. */
export async function buildApp(
  given: Omit<App, 'linkBlocklist'>,
  log?: FastifyBaseLogger,
  emulator?: FastifyPluginAsync,
): Promise<BuiltApp> {
  const { config, clock } = given;
  const isProxy = proxyTest(config.trustProxy);
  const networks = config.rateLimits ? new NetworkGuard({ max: config.maxRequests, isProxy }) : undefined;
  const app: Server = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? isProxy : false,
    genReqId: requestIds(),
    bodyLimit: 256 * 1024,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    http: { headersTimeout: REQUEST_TIMEOUT_MS },
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    forceCloseConnections: 'idle',
    // A proxy may send a request on an open connection before it notices the stop.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      networks?.miss(request.raw);
      sendBadUrlError(error, request, reply, config.hsts);
    },
    clientErrorHandler: (error, socket) => sendClientError(error, socket, config.hsts),
  }).withTypeProvider<ZodTypeProvider>();
  const context: App = { ...given, linkBlocklist: await openLinkBlocklist(config, app.log) };
  app.decorate('site', context.site);
  const routes: string[] = [];
  const routeLimits: BuiltApp['routeLimits'] = new Map();
  const calls: BuiltApp['calls'] = new Map();
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const name of [method].flat()) {
      routes.push(`${name} ${url}`);
      routeLimits.set(`${name} ${url}`, config?.rateLimit);
      if (config?.call && name !== 'HEAD') calls.set(`${name} ${url}`, config.call);
    }
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  mapErrors(app);
  if (networks) networks.onUnknownProxy = () => logUnknownProxy(app.log);
  limitRequestsInProgress(app, { max: config.maxRequests, hsts: config.hsts, networks });
  observeRequests(app);
  compressResponses(app);

  await app.register(cookie);
  await addSecurityHeaders(app, config.hsts);
  // After the headers above, so that rejected requests carry them too.
  limitBodyDuration(app, config.hsts);
  rejectUnknownHosts(app, config, [policyHost(config.mail.domain)]);
  if (!config.production) guardLocalOnly(app, config);
  rejectCrossSiteWrites(app, config);
  noStoreByDefault(app);
  limitAnonymousBodies(app, context.sessions.required);
  await limitNetworks(app, networks, context);
  app.decorateRequest('account', null);
  app.decorateRequest('session', null);
  app.addHook('preValidation', context.sessions.stillOpen);

  await app.register(staticFiles, {
    root: path.join(WEB_FILES, 'assets'),
    // Its own route reads the whole folder, with 2,000 names, for each request.
    serve: false,
    maxAge: YEAR * 1000,
    immutable: true,
    // Created by the web build.
    preCompressed: true,
    index: false,
  });

  await describeCalls(app, context);
  healthRoutes(app, context.db);
  apiDocsRoutes(app, context);
  context.sessions.onNewDevice(announceNewDevice);
  const terms = { handlesPerAccount: config.handlesPerAccount, priceOf };
  const changes = { clock, admins: new Set(config.adminEmails.map((email) => email.toLowerCase())) };
  const links = {
    'sign-in': reactivateOnSignIn(signInHandler(clock, context.secrets), clock),
    claim: reactivateOnSignIn(claimHandler(clock, terms), clock),
    'verify-forwarding': verifyInboxHandler,
    'verify-member-inbox': verifyMemberInboxHandler,
    'delete-account': deleteAccountHandler(clock, config),
    'confirm-email-change': confirmChangeHandler(changes, 'old'),
    'confirm-new-email': confirmChangeHandler(changes, 'new'),
    'undo-email-change': undoChangeHandler(changes),
    'join-team': joinTeamHandler(clock, config.adminEmails),
  };
  accountRoutes(app, context, links);
  if (!config.production) devSignInRoutes(app, context);
  sessionRoutes(app, context);
  passkeyRoutes(app, context);
  recentSignInRoutes(app, context);
  accountDeletionRoutes(app, context);
  emailChangeRoutes(app, context);
  activityRoutes(app, context);
  handleRoutes(app, context, forwardingChanger(clock, context.site.mailDomain), terms);
  giveUpRoutes(app, context);
  blockRoutes(app, context);
  forwardingRoutes(app, context);
  mailPolicyRoutes(app, context);
  deliveryLogRoutes(app, context);
  testMailRoutes(app, context);
  sendingRoutes(app, context);
  replyModeRoutes(app, context);
  contactsRoutes(app, context);
  sendingTestRoutes(app, context);
  autoReplyRoutes(app, context);
  autoReplyTestRoutes(app, context);
  teamRoutes(app, context);
  stopForwardingRoutes(app, context);
  siteRoutes(app, context);
  supportRoutes(app, context);
  formRoutes(app, context);
  listRoutes(app, context);
  reportRoutes(app, context);
  appealRoutes(app, context);
  audienceRoutes(app, context);
  const payments = { db: context.db, clock, site: context.site, paypal: createPaypal(config.paypal), log: app.log };
  paymentRoutes(app, context, payments);
  webhookRoutes(app, context, payments);
  adminRoutes(app, context, payments);
  if (emulator) await app.register(emulator, { prefix: '/dev/paypal' });
  magicLinkRoutes(app, context, links);
  if (!config.production) outboxRoutes(app, context);
  appPageRoutes(app, context);
  const siteFiles = new SiteFiles({
    ...context,
    renderer: context.pages.renderer,
    cacheFolder: path.join(config.dataDir, 'cache'),
  });
  seoRoutes(app, context, siteFiles);
  statusRoutes(app, context);
  mtaStsRoutes(app, context);
  ownProfileRoutes(app, context);
  sharingRoutes(app, context, siteFiles);
  staticPageRoutes(app, context, siteFiles);
  uploadRoutes(app, context);
  const hiddenPictures = new HiddenPictures(context.db, app.log);
  mediaRoutes(app, context, hiddenPictures);
  app.addHook('onClose', async () => hiddenPictures.stop());
  const countries = await openCountries(config.analytics.geoipDb);
  analyticsRoutes(app, context, countries);
  dashboardRoutes(app, context);
  const visits = new VisitCounter({
    site: context.site,
    db: context.db,
    clock,
    log: app.log,
    countries,
    sessionCookie: context.sessions.cookie,
    ownHosts: new Set([...allowedOrigins(config)].map((origin) => new URL(origin).hostname)),
    isProxy,
  });
  const pageCache = profileRoutes(app, context, visits, networks);
  app.addHook('onClose', () => visits.stop());
  context.liveSite.onChange(() => {
    pageCache.clear();
    context.pages.clear();
  });
  const blocklist = watchLinkBlocklist(context.linkBlocklist, { onChange: () => pageCache.clear(), log: app.log });
  app.addHook('onClose', async () => blocklist.stop());
  return { app, pageCache, hiddenPictures, visits, checkLinkBlocklist: blocklist.check, routes, routeLimits, calls };
}
