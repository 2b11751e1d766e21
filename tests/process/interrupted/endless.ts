import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { startApp } from '../../support/server/app-process.ts';

it('starts an app, reports the folder of its run, and does not end', async () => {
  await startApp();
  writeFileSync(process.env.RUN_REPORT ?? '', process.env.NAMEPLATE_TEST_RUN ?? '');
  await new Promise(() => {});
});
