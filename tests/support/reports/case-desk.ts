import { expect } from 'vitest';
import type { AdminCase, AdminCaseDetails } from '../../../contract/page-reports/cases.ts';
import { signedInAdmin } from '../api/admin.ts';
import { Person } from '../api/person.ts';
import type { TestServer } from '../server/test-server.ts';
import { claimedPage, report } from './reported-page.ts';

export const ANSWERS = {
  reporterAnswer: 'Thank you, we acted.',
  ownerAnswer: 'Your first link is phishing.\nRemove it.',
};

/** The address that an email goes to. */
export const addressOf = ({ to }: { to?: unknown }) => (to as { address: string }[])[0]?.address;

/** An administrator who decides about reported pages. */
export class CaseDesk {
  readonly server: TestServer;
  admin: Person;

  constructor(server: TestServer, admin: Person) {
    this.server = server;
    this.admin = admin;
  }

  static async open(server: TestServer): Promise<CaseDesk> {
    return new CaseDesk(server, await signedInAdmin(server));
  }

  list(query = '') {
    return this.admin.request<AdminCase[]>('GET', `/api/admin/page-reports${query}`);
  }

  /** The id of the case about a page that waits for a decision. */
  async waiting(handle: string): Promise<number> {
    const found = (await this.list('?limit=500&state=waiting')).body.find((item) => item.handle === handle);
    if (!found) throw new Error(`nothing waits about ${handle}`);
    return found.id;
  }

  async details(id: number) {
    return (await this.admin.request<AdminCaseDetails>('GET', `/api/admin/page-reports/${id}`)).body;
  }

  decide(id: number, body: object) {
    return this.admin.request('POST', `/api/admin/page-reports/${id}/decision`, body);
  }

  decideAppeal(id: number, outcome: string, answer = 'We read your appeal.') {
    return this.admin.request('POST', `/api/admin/page-reports/${id}/appeal-decision`, { outcome, answer });
  }

  /** The audit entries about a page or its handle, the newest first. */
  async audit(handle: string) {
    const { body } = await this.admin.request<{ act: string; target: string; reason: string }[]>(
      'GET',
      '/api/admin/audit',
    );
    return body.filter(({ target }) => target.endsWith(`(${handle})`)).map(({ act, reason }) => [act, reason]);
  }

  /** The status of a page for visitors. */
  async pageStatus(handle: string): Promise<number> {
    return (await new Person(this.server).request('GET', `/${handle}`)).status;
  }

  /** A page whose reports were upheld, with the call of its owner and the emails about it. */
  async decided(action: 'suspend' | 'ask' = 'ask') {
    const page = await claimedPage(this.server);
    await report(this.server, page.handle);
    const id = await this.waiting(page.handle);
    expect((await this.decide(id, { action, ...ANSWERS })).status).toBe(200);
    const url = `/api/handles/${page.id}/decisions/${id}`;
    return { ...page, caseId: id, url, emails: await this.server.sentEmails() };
  }
}
