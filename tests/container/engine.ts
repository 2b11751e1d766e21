import { spawn, spawnSync } from 'node:child_process';

/** The first version of the plugin that can replace the published ports of a file (`!override`). */
const LEAST_COMPOSE = [2, 24] as const;

export interface Ran {
  code: number | null;
  /** The output to stdout, and the combined output to stdout and stderr. */
  stdout: string;
  output: string;
}

/** Throws an error that names what is missing: a skipped test proves nothing. */
export function requireEngine(): string {
  const ask = (...args: string[]) => spawnSync('docker', args, { encoding: 'utf8' });
  const engine = ask('version', '--format', '{{.Server.Version}}');
  if (engine.status !== 0) {
    throw new Error(`No Docker engine: ${(engine.error?.message ?? engine.stderr).trim()}`);
  }
  const compose = ask('compose', 'version', '--short').stdout.trim();
  const [major = 0, minor = 0] = compose.replace(/^v/, '').split('.').map(Number);
  if (major < LEAST_COMPOSE[0] || (major === LEAST_COMPOSE[0] && minor < LEAST_COMPOSE[1])) {
    throw new Error(`"docker compose" ${LEAST_COMPOSE.join('.')} or newer is missing (found: ${compose || 'none'})`);
  }
  return `Docker ${engine.stdout.trim()}, Compose ${compose}`;
}

/** Runs the Docker client and returns its result. */
export async function attempt(
  args: string[],
  { cwd, env, input }: { cwd?: string; env?: Record<string, string>; input?: string } = {},
): Promise<Ran> {
  const child = spawn('docker', args, { cwd, env: { ...process.env, DOCKER_BUILDKIT: '1', ...env } });
  const ran: Ran = { code: null, stdout: '', output: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ran.stdout += text;
    ran.output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ran.output += text;
  });
  child.stdin.on('error', () => {}).end(input);
  ran.code = await new Promise((resolve, reject) => {
    child.once('close', resolve).once('error', reject);
  });
  return ran;
}

/** Runs the Docker client and returns its stdout; throws with its output if it fails. */
export async function docker(args: string[], options: Parameters<typeof attempt>[1] = {}): Promise<string> {
  const { code, stdout, output } = await attempt(args, options);
  if (code !== 0) throw new Error(`docker ${args.join(' ')} ended with ${code}:\n${output.slice(-3000)}`);
  return stdout.trim();
}
