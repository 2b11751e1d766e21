import { globSync, readFileSync } from 'node:fs';
import type { Email } from 'postal-mime';
import { beforeAll, expect, it } from 'vitest';
import { toMimeMessage } from '../../server/emails/shared/mime-message.ts';
import { saveLegalTexts } from '../../server/legal/legal-rules.ts';
import { htmlWithPictures } from '../../server/outbox/rules.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { createDepartingPerson, type DepartingPerson } from '../support/api/departing-person.ts';
import { resourcesOf } from '../support/api/owned-resources.ts';
import { Person } from '../support/api/person.ts';
import type { OwnedResources } from '../support/api/required-access.ts';
import { requestFor } from '../support/api/route-access.ts';
import { emailSamples } from '../support/mail/email-samples.ts';
import { SAMPLE_SITE } from '../support/pages/sample-site.ts';
import { plainPng } from '../support/pictures/picture-bytes.ts';
import { uploadSitePicture } from '../support/pictures/site-pictures.ts';
import { useServer } from '../support/server/test-server.ts';

/** Names of protocol and machine, which stay the same on a site with its own name. */
const PROTOCOL_NAMES = [
  /X-Nameplate-[\w-]+/gi,
  // Cookies, and the description of the session cookie.
  /"in":"cookie","name":"(__Host-)?nameplate"/g,
  /(__Host-)?nameplate(-sign-in|-device|-hold)?=/g,
  // Metrics, and the service in the response of the health check.
  /nameplate_[a-z_]+/g,
  /"service":"nameplate"/g,
  // Archives and exports.
  /nameplate-\d[\w.-]*/g,
];

const OWN = { name: 'Rowing Club Seeblick', accent: '#0a7d32', line: 'Names for our members.' };
const TEXTS = { imprint: '# Imprint\n\nAda', terms: 'Terms of {{site}}', privacy: null };
const LEFT = /.{0,60}nameplate.{0,60}/i;

/** The drawing and the address of the standard mark, which only files of the build have. */
const OUR_MARK = /.{0,60}(M10 22\.5v-13l12 13v-13|assets\/icon\.svg).{0,60}/i;
const OUR_FILES = new Set(
  globSync('web/app/public/**/*.{png,ico,svg}').map((file) => readFileSync(file).toString('latin1')),
);

function foundIn(text: string): string | undefined {
  const rest = PROTOCOL_NAMES.reduce((before, name) => before.replace(name, ''), text);
  return LEFT.exec(rest)?.[0];
}

const server = useServer();
let person: DepartingPerson;
let resources: OwnedResources;
let admin: Person;

beforeAll(async () => {
  person = await createDepartingPerson(server);
  resources = await resourcesOf(server, person);
  admin = await signedInAdmin(server);
  // Not by a call, because the audit log keeps the former name.
  await server.db
    .transaction()
    .execute(async (trx) => void (await saveLegalTexts(trx, TEXTS, { now: server.clock() })));
  await server.setSite(OWN);
});

it('shows the name of the software in no response of a site with its own name', { timeout: 60_000 }, async () => {
  const routes = server.routes.filter((route) => route.startsWith('GET '));
  expect(routes.length).toBeGreaterThan(80);
  const left: string[] = [];
  for (const route of routes) {
    const { url } = requestFor(route, resources);
    for (const [who, client] of [
      ['a visitor', new Person(server)],
      ['an owner', person.ada],
      ['an administrator', admin],
    ] as const) {
      const { headers, body, text } = await client.request('GET', url);
      // The imprint names the software once, in its last sentence.
      const shown = url === '/imprint' ? text.replace('This site runs on Nameplate.</p></main>', '') : text;
      const found = foundIn(JSON.stringify(headers)) ?? foundIn(shown ?? JSON.stringify(body));
      if (found !== undefined) left.push(`${route}, ${who}: ${found}`);
    }
  }
  expect(left).toEqual([]);
});

it('has a picture of the software in no document, file or email of a site with its own logo', {
  timeout: 60_000,
}, async () => {
  const logo = (await uploadSitePicture(server, admin, 'logo', await plainPng(300, 60))).body.path;
  await server.setSite({ ...OWN, logo });
  expect(OUR_FILES.size).toBeGreaterThan(7);
  const left: string[] = [];
  for (const route of server.routes.filter((one) => one.startsWith('GET '))) {
    const { url } = requestFor(route, resources);
    const { rawPayload, headers } = await server.app.inject({ url, headers: { host: server.config.site.host } });
    const bytes = rawPayload.toString('latin1');
    if (OUR_FILES.has(bytes)) left.push(`${route}: one of our files`);
    const isText = /html|svg|json/.test(String(headers['content-type']));
    const found = isText && OUR_MARK.exec(bytes)?.[0];
    if (found) left.push(`${route}: ${found}`);
  }
  expect(left).toEqual([]);

  await new Person(server).request('POST', '/api/send-login-magic-link', { email: 'new@inbox.example' });
  const [email] = await server.sentEmails();
  expect(email?.html).not.toContain('#00f5ff');
  expect(email?.html).toContain('<img src="cid:site-picture" width="192" height="48" alt="Rowing Club Seeblick"');
  expect(htmlWithPictures(email as Email)).toMatch(/<img src="data:image\/png;base64,iVBOR[^"]+" width="192"/);
  expect(email?.attachments).toMatchObject([
    { mimeType: 'image/png', contentId: '<site-picture>', disposition: 'inline' },
  ]);
});

it('shows the name of the software in no email of a site with its own name', async () => {
  const site = { ...SAMPLE_SITE, name: OWN.name, accent: OWN.accent, line: OWN.line, legalTexts: ['imprint' as const] };
  const samples = await emailSamples(server.db, { handle: 'lina', name: 'Work laptop', person: 'charles' }, site);
  expect(samples.length).toBeGreaterThan(30);
  for (const { name, email } of samples) {
    const message = await toMimeMessage(email, site, `${site.name} <no-reply@np.example>`);
    expect([name, foundIn(message.toString())]).toEqual([name, undefined]);
    // The colour of our drawn mark; quoted-printable breaks long lines.
    expect([name, message.toString().replaceAll('=\r\n', '').includes('#00f5ff')]).toEqual([name, false]);
  }
});
