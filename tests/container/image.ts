import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, docker } from './engine.ts';

/** Megabytes of the image with its base. */
const MAX_MB = 400;

/** Builds the image of a folder with sources, as `docker compose build` does. */
export async function buildImage(folder: string, tag: string): Promise<void> {
  // The Dockerfile of a release before 0.10.0 requests a front end from a registry, although it needs none.
  const lines = readFileSync(path.join(folder, 'Dockerfile'), 'utf8').replace(/^# syntax=.*\n/, '');
  await docker(['build', '--quiet', '--tag', tag, '--file', '-', folder], { input: lines });
}

/** Copies the sources of a commit into a folder, without the history. */
export function takeSources(root: string, commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

/** Returns the failed checks of an image. */
export async function imageFailures(root: string, image: string): Promise<string[]> {
  const [found] = JSON.parse(await docker(['image', 'inspect', image])) as [
    { Size: number; Config: { User: string; StopSignal: string; Healthcheck?: { Test: string[] } } },
  ];
  const failures: string[] = [];
  const megabytes = Math.round(found.Size / 1e6);
  if (megabytes > MAX_MB) failures.push(`the image is ${megabytes} MB in size; at most ${MAX_MB} MB are allowed`);
  if (found.Config.User !== '10001:10001') failures.push(`the image runs as ${found.Config.User || 'root'}`);
  if (found.Config.StopSignal !== 'SIGTERM') failures.push(`the image stops by ${found.Config.StopSignal}`);
  if (found.Config.Healthcheck?.Test[0] !== 'CMD') failures.push('the image has no health check');

  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const forBuild = ['vite', 'react'];
  const inside = ['run', '--rm', '--network', 'none', '--read-only', '--tmpfs', '/tmp', '--entrypoint', 'sh', image];
  const packages = (await docker([...inside, '-c', 'cd node_modules && ls -d * @*/*'])).split('\n');
  const unwanted = [...forBuild, ...Object.keys(devDependencies)].filter((name) => packages.includes(name));
  if (unwanted.length > 0) failures.push(`the image has packages that it does not need: ${unwanted.join(', ')}`);
  const programs = await docker([...inside, '-c', 'for one in npm npx gcc git curl; do command -v $one; done; true']);
  if (programs !== '') failures.push(`the image has ${programs.replaceAll('\n', ', ')}`);
  // Checks the permissions of the files alone, without --read-only.
  const writing = inside.filter((argument) => argument !== '--read-only');
  const written = await attempt([...writing, '-c', 'touch /opt/nameplate/x || touch /etc/x']);
  if (written.code === 0) failures.push('the user of the image can write to the files of the release');
  return failures;
}
