import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ledger } from '../faults/judge/ledger.ts';
import type { Person } from '../faults/load/load.ts';
import type { Sink } from '../faults/load/sink.ts';

export const DOMAIN = 'handles.internal';
/** The domain of all senders of the load. */
export const SENDERS = 'senders.internal';
const PEOPLE = 4;

/** An installation that a load uses, with people who get mail, and a relay that receives all outgoing mail. */
export abstract class DrillSite {
  readonly site: string = `https://${DOMAIN}`;
  readonly folder: string;
  readonly ledger: Ledger;
  readonly owners = new Map<string, { cookie: string; id: number }>();
  readonly destinations: { person: Person }[];
  people: Person[] = [];
  /** The output of the release that serves pages, for messages about failures. */
  web = { output: '' };
  sink!: Sink;

  /**
   * The addresses of people begin with `name`. It is short: the return address of a message with a long number must name its sender
   * within 64 octets.
   */
  constructor(folder: string, name: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    this.ledger = new Ledger(join(folder, 'ledger.jsonl'));
    this.destinations = Array.from({ length: PEOPLE }, (_, at) => ({
      person: { address: `${name}-0${at + 1}@${DOMAIN}`, destination: `inbox@d${at + 1}.internal` },
    }));
  }

  abstract get httpPort(): number;
  abstract query<T extends object>(text: string, values?: unknown[]): Promise<T[]>;

  /** The paths of the pages of the people. */
  pagesOfPeople(): string[] {
    return this.people.map(({ address }) => `/${address.split('@')[0]}`);
  }
}

/** Returns the DNS names of the senders, of whom SPF verifies the networks in `spf`, and of inboxes; `address` receives their mail. */
export function mailNames(spf: string, address: string, inboxes: string[] = []) {
  const mx = (domain: string) => ({ MX: [{ exchange: `mx.${domain}`, priority: 10 }] });
  const domains = [SENDERS, 'unverified.internal', ...inboxes];
  return {
    ...Object.fromEntries(domains.map((domain) => [domain, mx(domain)])),
    ...Object.fromEntries(domains.map((domain) => [`mx.${domain}`, { A: [address] }])),
    [SENDERS]: { ...mx(SENDERS), TXT: [`v=spf1 ${spf} -all`] },
    [`client.${SENDERS}`]: { A: ['127.0.0.1'] },
  };
}
