import { send } from '../faults/load/web-client.ts';
import { type ContainerSite, SERVICES } from './site.ts';

/**
 * Makes a backup, changes the saved data, and restores it with the commands of docs/install.md. Returns the failures.
 */
export async function backupFailures(site: ContainerSite): Promise<string[]> {
  const [address = '', first] = [...site.owners][0] ?? [];
  const handle = address.split('@')[0];
  const rename = async (displayName: string) => {
    const path = `/api/handles/${first?.id}`;
    const reply = await send(site, 'PATCH', path, { displayName }, first?.cookie);
    if (!reply.ok) throw new Error(`${displayName} was not stored: ${reply.status} ${await reply.text()}`);
  };
  const shown = async () => (await send(site, 'GET', `/${handle}`)).text();

  await rename('Before the backup');
  const backup = await site.command('jobs', 'backup');
  if (backup.code !== 0) return [`backup: ${backup.output.slice(-500)}`];
  const file = /\/data\/backups\/\S+/.exec(backup.output)?.[0];
  if (!file) return [`the backup names no file below /data/backups: ${backup.output}`];
  await rename('After the backup');

  await site.compose('stop', ...SERVICES);
  const restore = ['run', '--rm', '--env', `DATABASE_URL=${await ownerUrl(site)}`, 'jobs', 'restore', file, '--yes'];
  const restored = await site.tryCompose(restore);
  if (restored.code !== 0) return [`restore: ${restored.output.slice(-500)}`];
  await site.compose('run', '--rm', 'migrate');
  await site.compose('up', '--detach');
  for (const service of SERVICES) await site.untilHealthy(service);
  await site.untilServed();
  const failures: string[] = [];
  if (!(await shown()).includes('Before the backup')) failures.push('the restored page is not that of the backup');
  await rename('After the restore');
  const resumed = await site.command('mail', 'queue', 'resume');
  if (resumed.code !== 0) failures.push(`queue resume: ${resumed.output.slice(-300)}`);
  return failures;
}

/** Returns the address of the database for the role that owns the tables, from the container that migrates. */
async function ownerUrl(site: ContainerSite): Promise<string> {
  const { services } = JSON.parse(await site.compose('config', '--format', 'json')) as {
    services: Record<string, { environment: Record<string, string> }>;
  };
  return services.migrate?.environment.DATABASE_URL ?? '';
}
