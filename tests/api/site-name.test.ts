import { beforeAll, expect, it } from 'vitest';
import { toMimeMessage } from '../../server/emails/shared/mime-message.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { createDepartingPerson, type DepartingPerson } from '../support/api/departing-person.ts';
import { resourcesOf } from '../support/api/owned-resources.ts';
import { Person } from '../support/api/person.ts';
import type { OwnedResources } from '../support/api/required-access.ts';
import { requestFor } from '../support/api/route-access.ts';
import { emailSamples } from '../support/mail/email-samples.ts';
import { SAMPLE_SITE } from '../support/pages/sample-site.ts';
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
const LEFT = /.{0,60}nameplate.{0,60}/i;

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
      const found = foundIn(JSON.stringify(headers)) ?? foundIn(text ?? JSON.stringify(body));
      if (found !== undefined) left.push(`${route}, ${who}: ${found}`);
    }
  }
  expect(left).toEqual([]);
});

it('shows the name of the software in no email of a site with its own name', async () => {
  const site = { ...SAMPLE_SITE, name: OWN.name, accent: OWN.accent, line: OWN.line };
  const samples = await emailSamples(server.db, { handle: 'lina', name: 'Work laptop', person: 'charles' }, site);
  expect(samples.length).toBeGreaterThan(30);
  for (const { name, email } of samples) {
    const message = await toMimeMessage(email, site, `${site.name} <no-reply@np.example>`);
    expect([name, foundIn(message.toString())]).toEqual([name, undefined]);
  }
});
