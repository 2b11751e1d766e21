import { attempt } from './engine.ts';
import type { ContainerSite } from './site.ts';

/** Valid settings of production, except that nothing is behind DATABASE_URL. */
const VALID = {
  PUBLIC_URL: 'https://handles.internal',
  SECRET_KEY: 'a-secret-of-the-container-test-0123456789',
  ADMIN_EMAILS: 'admin@senders.internal',
  PAYPAL_ENV: 'off',
  DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/nameplate',
};

interface Refusal {
  name: string;
  env: Record<string, string>;
  /** A text that the message contains. */
  message: string;
  network?: string;
}

/** Starts that must fail in the image alone. Local mode signs in every visitor as administrator. */
const ALONE: Refusal[] = [
  { name: 'no settings', env: {}, message: 'SECRET_KEY: is needed' },
  { name: 'a short secret', env: { ...VALID, SECRET_KEY: 'short' }, message: 'SECRET_KEY: must be' },
  { name: 'no rate limits', env: { ...VALID, RATE_LIMITS: 'off' }, message: 'RATE_LIMITS: must not be off' },
  { name: 'local mode on all addresses', env: { NODE_ENV: 'development' }, message: 'ALLOW_PUBLIC_LOCAL_MODE' },
  { name: 'no database', env: VALID, message: 'The database cannot be used' },
];

/** Starts containers with settings that must be refused. Returns a line for each that started or did not report the reason. */
export async function refusalFailures(image: string, refusals = ALONE): Promise<string[]> {
  const failures: string[] = [];
  for (const { name, env, message, network = 'none' } of refusals) {
    const variables = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    const limits = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--network', network];
    const { code, output } = await attempt(['run', '--rm', ...limits, ...variables, image]);
    if (code !== 1) failures.push(`a start with ${name} ended with ${code} instead of 1`);
    if (!output.includes(message))
      failures.push(`a start with ${name} does not say "${message}": ${output.slice(-500)}`);
  }
  return failures;
}

/** Starts a process of a running site with databases that it must refuse, one after another. */
export async function databaseRefusals(site: ContainerSite): Promise<string[]> {
  const failures: string[] = [];
  const refused = async (name: string, message: string, ...options: string[]) => {
    const args = ['run', '--rm', '--no-deps', ...options, 'jobs'];
    const { code, output } = await site.tryCompose(args);
    if (code !== 1) failures.push(`a start with ${name} ended with ${code} instead of 1`);
    if (!output.includes(message))
      failures.push(`a start with ${name} does not say "${message}": ${output.slice(-500)}`);
  };
  const url = (user: string, password: string) => `DATABASE_URL=postgres://${user}:${password}@db:5432/nameplate`;
  await refused('a wrong password', 'password authentication failed', '--env', url('nameplate_service', 'wrong'));
  await site.query("create role stranger login password 'stranger'");
  await refused('a role without rights', 'is not allowed to', '--env', url('stranger', 'stranger'));
  await site.query('drop role stranger');

  // A later release removed something that this one needs.
  await site.query(`insert into kysely_migration values ('9999_removes', now()::text)`);
  await refused('a schema that is too new', 'A newer release of Nameplate has changed this database');
  await site.query(`delete from kysely_migration where name = '9999_removes'`);

  const rights = await site.query<{ owned: number; can: boolean }>(`select
    (select count(*)::integer from pg_class where relowner = 'nameplate_service'::regrole) as owned,
    has_database_privilege('nameplate_service', current_database(), 'create')
      or has_schema_privilege('nameplate_service', 'public', 'create') as can`);
  if (rights[0]?.owned !== 0 || rights[0]?.can) failures.push(`the service role can create or owns tables`);
  return failures;
}
