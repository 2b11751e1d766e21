import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { proxyTest } from '../../../server/platform/config/proxy-network.ts';
import { bytes, type Run, rowsOf, text } from '../row.ts';

const PAYPAL = { environment: 'live', certificateHost: undefined, webhookId: 'w', timeout: 1 };
const drawn = { handle: 'a', form: 'contact', blockId: 'b' };
const now = new Date(0);
const EXPECTED = { rpId: 'a', origins: ['https://a'], challenge: 'c' };
const CLIENT_DATA = Buffer.from('{"type":"webauthn.get","challenge":"c","origin":"https://a"}').toString('base64url');

/** Runs a parser of files on a file with these bytes. */
async function inFile(content: Buffer, run: (file: string) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  try {
    await writeFile(join(folder, 'file'), content);
    await run(join(folder, 'file'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function drain(values: AsyncIterable<unknown>): Promise<void> {
  for await (const _value of values);
}

/** Archives are compressed: the text is tried as the tar file and as the compressed file. */
const archive: Run = async (read, given) => {
  for (const content of [gzipSync(given, { level: 1 }), Buffer.from(given)]) {
    await inFile(content, async (file) => {
      const result = read(file, undefined);
      await (Symbol.asyncIterator in result ? drain(result) : result).catch(() => {});
    });
  }
};

export const SERVER_ROWS = [
  ...rowsOf(
    'server/platform/config/proxy-network.ts',
    'cookie',
    {
      isProxyNetwork: text,
      withoutMapping: text,
      proxyTest: (create, given) => create(['192.0.2.0/24'])(given),
    },
    { frames: ['{}', '::ffff:{}', '192.0.2.1%{}', '192.0.2.0/{}'] },
  ),
  ...rowsOf('server/platform/http/guards/client-address.ts', 'cookie', {
    clientAddress: (f, given) => f('192.0.2.1', given, proxyTest(['192.0.2.0/24'])),
  }),
  ...rowsOf(
    'server/analytics/counting/cookie-value.ts',
    'cookie',
    { cookieValue: (f, given) => f(given, 'a') },
    {
      frames: ['{}', 'x{}'],
    },
  ),
  ...rowsOf('server/analytics/counting/user-agents.ts', 'cookie', {
    cachedUserAgents: (create, given) => [create()(given.slice(0, 512)), create()(given)],
  }),
  ...rowsOf('server/analytics/counting/visit-sources.ts', 'url', {
    cachedReferrers: (create, given) => [create(new Set())(given.slice(0, 1024)), create(new Set())(given)],
    campaignOf: (f, given) => f(`/a?utm_source=${given}`),
  }),
  ...rowsOf('server/analytics/counting/visit.ts', 'url', { campaignUrl: text }),
  ...rowsOf(
    'server/analytics/import/log-lines.ts',
    'json',
    { parseLogLine: text },
    {
      frames: [
        '192.0.2.1 - - [01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 1 "{}',
        '{}',
        '{"a":{}',
        '192.0.2.1 - {}',
        '192.0.2.1 - - [01/Jan/2026:00:00:00 +0000] "GET {}',
      ],
    },
  ),
  ...rowsOf(
    'server/analytics/import/read-lines.ts',
    'text',
    {
      readLines: (read, given) => inFile(Buffer.from(given), (file) => drain(read(file))),
    },
    { isStreamed: true },
  ),
  ...rowsOf(
    'server/backup/archive-format.ts',
    'json',
    {
      decodeHeader: bytes,
      decodeManifest: bytes,
      entryKind: (f, given) => f(given, 1),
    },
    { frames: ['{}', 'objects/{}', 'keys/dkim/{}', '{"format":"nameplate-backup","a":{}'] },
  ),
  ...rowsOf(
    'server/backup/archive-reader.ts',
    'zip',
    { readArchive: archive, verifyArchive: archive },
    { isStreamed: true },
  ),
  ...rowsOf(
    'server/backup/encryption.ts',
    'zip',
    {
      openArchive: (open, given) => inFile(Buffer.from(given), async (file) => drain(await open(file, undefined))),
    },
    { isStreamed: true },
  ),
  ...rowsOf('server/payments/paypal/webhook-certificates.ts', 'url', {
    isCertificateAddress: (f, given) => f(given, PAYPAL),
    certificateFetcher: (create, given) =>
      create(PAYPAL)
        .get(`data:,${encodeURIComponent(given)}`, now)
        .catch(() => {}),
  }),
  ...rowsOf('server/payments/paypal/webhook-signature.ts', 'url', {
    webhookVerifier: (create, given) =>
      create(PAYPAL)(
        {
          'paypal-transmission-id': given,
          'paypal-transmission-time': given,
          'paypal-transmission-sig': given,
          'paypal-cert-url': given,
          'paypal-auth-algo': given,
        },
        Buffer.from(given),
        now,
      ),
  }),
  ...rowsOf(
    'server/payments/paypal/outcome.ts',
    'json',
    {
      readReply: (read, given) =>
        read(new Response(Readable.toWeb(Readable.from([Buffer.from(given)])) as never), 100_000),
    },
    { isStreamed: true },
  ),
  ...rowsOf(
    'server/payments/webhook/webhook-rules.ts',
    'json',
    {
      handleEvent: (handle, given) => handle({}, Buffer.from(given)),
    },
    { frames: ['{}', '{"id":"a","event_type":"b","resource":{}'] },
  ),
  ...rowsOf(
    'server/passkeys/webauthn.ts',
    'json',
    {
      challengeIn: (f, given) => f(Buffer.from(given).toString('base64url')),
      verifyCreated: (verify, given) =>
        verify({ id: given, rawId: given, response: { clientDataJSON: given, attestationObject: given } }, EXPECTED),
      verifyAsserted: (verify, given) =>
        verify(
          { id: 'AQ', response: { clientDataJSON: CLIENT_DATA, authenticatorData: given, signature: given } },
          { credentialId: Buffer.from([1]), publicKey: Buffer.from(given) },
          EXPECTED,
        ),
    },
    { limit: 128 * 1024 },
  ),
  ...rowsOf(
    'server/blocks/forms/form-token-rules.ts',
    'token',
    {
      checkFormToken: (f, given) => f(['s'], drawn, given, now),
      nextFormToken: (f, given) => f(['s'], drawn, given, now),
    },
    { frames: ['d1.{}', '{}'] },
  ),
  ...rowsOf(
    'server/claim-invitations/invitation-rules.ts',
    'token',
    { readInvitationCode: (f, given) => f(['s'], given) },
    { frames: ['{}', '1.{}'] },
  ),
  ...rowsOf('server/page-forms/list/list-token-rules.ts', 'token', { readListToken: (f, given) => f(['s'], given) }),
  ...rowsOf(
    'server/page-forms/shared/form-body.ts',
    'url',
    {
      acceptForms: (accept, given) =>
        accept({
          removeAllContentTypeParsers() {},
          addContentTypeParser(type: string, _options: object, parse: (...args: unknown[]) => unknown) {
            if (type !== '*') parse({}, given, () => {});
          },
        }),
    },
    {},
  ),
  ...rowsOf('server/platform/http/cache/http-cache.ts', 'cookie', {
    chooseCoding: text,
    matchesIfNoneMatch: (f, given) => f({ headers: { 'if-none-match': given } }, '"a"'),
  }),
  ...rowsOf('server/platform/http/cache/etag-versions.ts', 'cookie', {
    expectedVersions: (f, given) => f({ headers: { 'if-none-match': given, 'if-match': given } }),
  }),
  ...rowsOf('server/platform/http/csv.ts', 'html', { csvRow: (f, given) => f([given]) }),
  ...rowsOf('server/platform/http/guards/json-depth.ts', 'json', { isTooDeep: text }),
  ...rowsOf('server/platform/http/guards/client-network.ts', 'cookie', {
    networkOf: (f, given) => f(`:${given}`),
    networksOf: (f, given) => f(`:${given}`),
  }),
  ...rowsOf('server/platform/http/guards/network-guard.ts', 'url', {
    'NetworkGuard.admit': (Guard, given) => {
      const guard = new Guard({ max: 1, isProxy: proxyTest(['192.0.2.0/24']) });
      guard.addRoute('GET', '/:username', undefined);
      const socket = { remoteAddress: '192.0.2.1' };
      for (let count = 0; count < 4; count++) {
        const request = { method: 'GET', url: `/${given}`, headers: { 'x-forwarded-for': given }, socket };
        guard.admit(request);
        guard.miss(request);
      }
    },
  }),
  ...rowsOf('server/profiles/page/missing-page.ts', 'html', {
    missingPageComposer: (composer, given) => {
      const renderProfileNotFound = ({ username }: { username: string }) => ({ html: username, styleHash: '' });
      composer({ origin: 'https://b.test' }, { renderer: { renderProfileNotFound } })(given, {});
    },
  }),
  ...rowsOf('server/handles/host-names.ts', 'token', { isHostName: text }),
  ...rowsOf('server/platform/http/guards/loopback.ts', 'url', {
    hostnameOf: text,
    isLoopbackAddress: text,
    isLoopbackName: text,
  }),
  ...rowsOf('server/platform/http/sessions/device-name.ts', 'cookie', { deviceName: text }),
  ...rowsOf('server/platform/http/sessions/device-cookie.ts', 'cookie', {
    createDeviceCookies: (create, given) =>
      create({ https: false }, ['s']).deviceOf({ cookies: { 'nameplate-device': given } }, given),
  }),
  ...rowsOf('server/platform/http/sessions/browser-cookie.ts', 'cookie', {
    createBrowserCookie: (create, given) =>
      create({ https: false }).hashOf({ cookies: { 'nameplate-sign-in': given } }),
  }),
  ...rowsOf('server/platform/http/error-mapping.ts', 'url', {
    isPageVisit: (f, given) => f({ url: given, headers: { accept: given } }),
  }),
  ...rowsOf('server/platform/storage/storage.ts', 'url', { isKey: text, checkKey: text }),
  ...rowsOf('server/platform/log/security-log.ts', 'cookie', { loggedNetwork: text }),
  ...rowsOf(
    'server/uploads/gif-trailer.ts',
    'zip',
    { reachesGifTrailer: bytes },
    {
      frames: [`GIF89a${'\0'.repeat(7)}{}`, `GIF89a${'\0'.repeat(7)}!{}`],
    },
  ),
  ...rowsOf('server/uploads/signed-address.ts', 'url', {
    uploadAddresses: (create, given) =>
      create('https://a', ['s']).read(`/media/uploads/a?${given}&signature=${'a'.repeat(43)}`),
  }),
  ...rowsOf('server/mail/adapters/delivery-event.ts', 'smtp', {
    storableText: (f, given) => f(given, given.length),
    eventOf: (f, given) => f({ step: 'failed', enhanced: '5.0.0', text: given }, now),
  }),
  ...rowsOf('server/mail/adapters/directory.ts', 'address', { handleIn: text }),
  ...rowsOf('server/handles/shared/site-names.ts', 'token', {
    isReservedHere: (f, given) => f({ reserved: ['*a*b*', 'a*'] }, given),
  }),
  ...rowsOf('server/addresses/inbox-key.ts', 'address', { inboxKey: text }, { limit: 254 }),
  ...rowsOf('server/handles/domain-endings.ts', 'token', { looksLikeDomain: text }),
  ...rowsOf('server/handles/reserved-handles.ts', 'token', { isReserved: text }, { limit: 30 }),
  ...rowsOf('server/handles/look-alikes.ts', 'token', { impersonatesService: text }, { limit: 30 }),
  ...rowsOf('server/handles/suggestions/candidates.ts', 'token', { suggestionCandidates: text }),
  ...rowsOf('server/sending/contacts/reply-names.ts', 'token', { isReplyName: text }),
  ...rowsOf('server/sending/shared/app-password-secret.ts', 'token', { hashAppPassword: text }),
  ...rowsOf('server/sending/submission/submission-rules.ts', 'address', {
    handleOfUser: (f, given) => f(given, 'b.test'),
  }),
  ...rowsOf(
    'server/profiles/social-image/graphemes.ts',
    'text',
    {
      isRightToLeft: text,
      drawableText: (f, given) => f(given, given.length),
    },
    { limit: 64 * 1024 },
  ),
  ...rowsOf('server/emails/shared/rich-text.ts', 'text', { typed: text }),
  ...rowsOf('server/emails/shared/layout/rich-html.ts', 'text', {
    richHtml: (f, given) => f([given, { typed: given }], { name: 'a.b', url: 'https://a/a' }),
  }),
];
