import { until } from '../drills/run.ts';
import { startMail } from '../drills/switch-over.ts';
import type { Chance } from '../faults/chance.ts';
import { docker } from './engine.ts';
import { type ContainerSite, SERVICES, START_SECONDS } from './site.ts';

/**
 * Kills the first process of each container while mail arrives: the engine must start them again. Docker would not after
 * `docker kill`, so the signal comes from a container that sees the processes of the machine. Returns what failed.
 */
export async function killFailures(site: ContainerSite, chance: Chance): Promise<string[]> {
  const { end } = startMail(site, chance.fork('kills'), { port: site.smtpPort, pause: 120 });
  const failures: string[] = [];
  for (const service of SERVICES) {
    const container = await site.container(service);
    await kill(site, container);
    await until(`${service} is started again`, async () => (await restarts(container)) > 0, START_SECONDS);
    await site.untilHealthy(service);
    // A copy that had arrived without being marked may arrive again; the test cannot know which copies these were.
    if (service === 'mail') for (const entry of site.ledger.entries.values()) allowOneMore(site, entry);
  }
  await site.untilServed();
  const { lost, accepted, broken, queued: left } = (await end(180)).mail;
  if (accepted === 0) failures.push('no message was accepted while containers were killed');
  if (lost > 0 || left > 0) failures.push(`${lost} accepted messages are lost and ${left} are still queued`);
  failures.push(...broken);
  return failures;
}

/** Restarts every container with one `docker compose restart`, and checks that the site serves what it had. */
export async function restartFailures(site: ContainerSite): Promise<string[]> {
  site.ended.splice(0);
  await site.compose('restart', ...SERVICES);
  for (const service of SERVICES) await site.untilHealthy(service);
  await site.untilServed();
  return site.ended
    .filter(({ service, code }) => (SERVICES as readonly string[]).includes(service) && code !== 0)
    .map(({ service, code }) => `${service} ended with ${code} at the restart`);
}

function allowOneMore(site: ContainerSite, { id, copies }: { id: number; copies: { destination: string }[] }): void {
  for (const { destination } of copies) site.sink.hit(id, destination);
}

async function kill(site: ContainerSite, container: string): Promise<void> {
  const pid = await docker(['inspect', container, '--format', '{{.State.Pid}}']);
  const rights = ['--pid', 'host', '--user', '0', '--cap-add', 'KILL', '--network', 'none', '--entrypoint', 'sh'];
  await docker(['run', '--rm', ...rights, site.image, '-c', `kill -9 ${Number(pid)}`]);
}

async function restarts(container: string): Promise<number> {
  return Number(await docker(['inspect', container, '--format', '{{.RestartCount}}']));
}
