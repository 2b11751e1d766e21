import { fileURLToPath } from 'node:url';
import { plainLog } from './platform/supervisor/plain-log.ts';
import { STUCK_AFTER_SECONDS } from './platform/supervisor/process-heartbeat.ts';
import { supervise } from './platform/supervisor/supervise.ts';
import { connectSystemd } from './platform/supervisor/systemd.ts';

// The main program. It only watches serve.ts, so it imports nothing that takes memory or could fail.
const { NODE_ENV, DATA_DIR, STUCK_PROCESS_SECONDS } = process.env;
const log = plainLog(NODE_ENV === 'production');
// With cached code, the next start is faster and a process needs 20 MB less.
process.env.NODE_COMPILE_CACHE ??= `${DATA_DIR || './data'}/compile-cache`;
// serve.ts reports an invalid value, as for any other setting.
const seconds = Number(STUCK_PROCESS_SECONDS || STUCK_AFTER_SECONDS);
supervise(fileURLToPath(new URL('./serve.ts', import.meta.url)), {
  timeout: (seconds >= 0 ? seconds : STUCK_AFTER_SECONDS) * 1000,
  log,
  systemd: connectSystemd(process.env, log),
});
