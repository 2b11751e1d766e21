import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SWEEPER = fileURLToPath(new URL('./sweeper.ts', import.meta.url));

/**
 * Global setup of Vitest and Playwright. Creates the folder of this run and makes it the folder for temporary files of every
 * process that the run starts, so that each of them names the folder in its environment or its arguments. The sweeper ends
 * what is left of them and removes the folder when this process ends, whatever ended it.
 */
export default function openRunFolder(): void {
  if (process.env.NAMEPLATE_TEST_RUN) return;
  const folder = mkdtempSync(join(tmpdir(), 'nameplate-run-'));
  // The account that PostgreSQL runs as may not be ours.
  chmodSync(folder, 0o711);
  // The sweeper sees the end of its input when this process is gone. Its own session keeps Ctrl-C from it.
  const sweeper = spawn(process.execPath, [SWEEPER, folder], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  sweeper.unref();
  (sweeper.stdin as unknown as { unref(): void }).unref();
  process.env.NAMEPLATE_TEST_RUN = folder;
  process.env.TMPDIR = folder;
}
