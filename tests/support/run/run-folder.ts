import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder.ts';

/** Compiled modules. A start of the server takes half the processor time with it, so later runs use it too. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node-compile', import.meta.url));
const SWEEPER = fileURLToPath(new URL('./sweeper.ts', import.meta.url));

/**
 * Global setup of Vitest and Playwright. Creates the folder of this run and makes it the folder for temporary files of every
 * process that the run starts, so that each of them names the folder in its environment or its arguments. The sweeper ends
 * the remaining ones and removes the folder when this process ends for any reason, including SIGKILL.
 */
export default function openRunFolder(): void {
  if (process.env.NAMEPLATE_TEST_RUN) return;
  const folder = mkdtempSync(join(temporaryFolder(), 'nameplate-run-'));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  // The stdin of the sweeper closes when this process ends. `detached` starts a new session, so Ctrl-C does not reach it.
  const sweeper = spawn(process.execPath, [SWEEPER, folder], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  sweeper.unref();
  (sweeper.stdin as unknown as { unref(): void }).unref();
  process.env.NAMEPLATE_TEST_RUN = folder;
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
}
