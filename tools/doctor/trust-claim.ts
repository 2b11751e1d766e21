import pg from 'pg';
import { formatCount } from '../../contract/counts.ts';
import { findEmbedded } from '../../db/embedded.ts';
import type { Config } from '../../server/platform/config/config.ts';
import { CLAIMED_USERS, DEFAULT_TRUST_CLAIM } from '../../server/platform/config/settings.ts';
import { advice, type Finding, ok } from './finding.ts';

/** Reports in production whether the landing page claims more users than there are accounts. */
export async function checkTrustClaim({ site, production, databaseUrl, dataDir }: Config): Promise<Finding[]> {
  if (!production || site.trustClaim !== DEFAULT_TRUST_CLAIM) return [];
  const url = databaseUrl ?? (await findEmbedded(dataDir));
  const accounts = url ? await countAccounts(url) : undefined;
  return accounts === undefined ? [] : trustClaimFindings(accounts);
}

/** What to report about the default claim with this number of accounts. */
function trustClaimFindings(accounts: number): Finding[] {
  if (accounts >= CLAIMED_USERS) return [ok('there are as many accounts as TRUST_CLAIM claims')];
  const count = accounts === 1 ? '1 account' : `${formatCount(accounts)} accounts`;
  return [
    advice(
      `the landing page claims “${DEFAULT_TRUST_CLAIM}”, and this installation has ${count}`,
      'set TRUST_CLAIM to something that is true, or to nothing (TRUST_CLAIM=) to claim nothing',
    ),
  ];
}

/** Undefined if the database cannot be read; another check reports that. */
async function countAccounts(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from accounts');
    return rows[0]?.count;
  } catch {
    return undefined;
  } finally {
    await client.end();
  }
}
