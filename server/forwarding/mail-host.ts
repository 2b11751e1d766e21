import { Resolver } from 'node:dns/promises';
import path from 'node:path';
import { createMx } from '../../mail/deliver/mx.ts';
import { createOutbox } from '../../mail/deliver/outbox.ts';
import { createRelay } from '../../mail/deliver/relay.ts';
import type { Directory, Resolution, WayOut } from '../../mail/ports.ts';
import type { Config } from '../plumbing/config.ts';
import type { Database } from '../plumbing/database.ts';
import { destinationOf } from './store.ts';

const refuse = (enhanced: string, text: string): Resolution => ({ kind: 'refuse', code: 550, enhanced, text });

/** RFC 5321 4.5.1 and RFC 2142: these two always reach a person. */
const ROLES = new Set(['postmaster', 'abuse']);

/** Who may receive mail here: verified handles, and the role mailboxes. `+tag` is the owner's own business. */
export function createDirectory(db: Database, adminEmails: string[]): Directory {
  return {
    async resolve(local) {
      const name = local.replace(/\+.*$/s, '');
      if (ROLES.has(name)) return { kind: 'fanout', destinations: adminEmails, key: name };
      const row = await destinationOf(db, name);
      if (!row || row.state === 'quarantined' || row.state === 'suspended') {
        return refuse('5.1.1', 'No such address here');
      }
      if (row.state === 'resting') return refuse('5.1.1', 'This address is resting and takes no mail');
      if (row.address === null) return refuse('5.1.1', 'No such address here');
      if (row.is_active !== true) return refuse('5.2.1', 'This address takes no mail at the moment');
      return { kind: 'forward', destination: row.address, key: name };
    },
  };
}

/** The way out: the relay, else the local outbox, in production the destination's own servers. */
export function createWayOut(config: Config): WayOut {
  const { hostname, relay } = config.mail;
  if (relay) return createRelay(relay.href, { hostname });
  if (!config.production) return createOutbox(path.join(config.dataDir, 'outbox'));
  return createMx({ hostname, resolver: createResolver(config) });
}

/** The resolvers of DNS_SERVERS, else the system's. */
export function createResolver({ mail }: Config): Resolver {
  const resolver = new Resolver();
  if (mail.dnsServers.length > 0) resolver.setServers(mail.dnsServers);
  return resolver;
}
