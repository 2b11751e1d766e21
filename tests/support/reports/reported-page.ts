import { FormVisitor } from '../api/page-form.ts';
import { Person } from '../api/person.ts';
import type { TestServer } from '../server/test-server.ts';

export const REPORT = {
  reason: 'phishing',
  text: 'It asks for the password of my bank.',
  address: 'https://bank.example/login',
  email: 'rita@reporters.example',
};

let number = 0;

/** An owner who is signed in, with a page that has one link. */
export async function claimedPage(server: TestServer, handle = `a-reported-page-${number++}`) {
  const email = `owner-of-${handle}@inbox.example`;
  const owner = new Person(server);
  await owner.claim(handle, email);
  const [{ id }] = (await owner.request('GET', `/api/handles?handle=${handle}`)).body;
  await owner.request('PUT', `/api/handles/${id}/blocks`, [
    { type: 'link', title: 'My bank', url: 'https://bank.example/login' },
  ]);
  await server.sentEmails();
  return { owner, id: Number(id), handle, email };
}

/** Reports a page as a person does, from a separate network. */
export async function report(server: TestServer, handle: string, fields: Record<string, string> = {}) {
  const network = `203.0.${(number >> 8) & 255}.${number++ & 255}`;
  return new FormVisitor(server, { 'x-forwarded-for': network }).fill(handle, 'report', { ...REPORT, ...fields });
}

/** Returns the stored reports about a page. */
export const reportsAbout = (server: TestServer, handle: string) =>
  server.db
    .selectFrom('page_reports')
    .innerJoin('page_cases', 'page_cases.id', 'page_reports.case_id')
    .innerJoin('handles', 'handles.id', 'page_cases.handle_id')
    .select(['reason', 'text', 'address', 'email', 'case_id'])
    .where('handle', '=', handle)
    .orderBy('page_reports.id')
    .execute();
