import { createPaypal } from '../../../server/payments/paypal/client.ts';
import { runAdmin } from '../../../tools/admin/run-admin.ts';
import type { TestServer } from '../server/test-server.ts';

/** Runs a command of administrators with `--json`; `typed` is what a person enters at the terminal. */
export async function runCommand(
  server: TestServer,
  argv: string[],
  { typed, json = true }: { typed?: string; json?: boolean } = {},
) {
  let output = '';
  let error = '';
  const terminal = {
    write: (text: string) => {
      output += text;
    },
    writeError: (text: string) => {
      error += text;
    },
    ask: typed === undefined ? undefined : async () => typed,
  };
  const { config, db, clock, storage } = server;
  const payments = { db, clock, site: config.site, paypal: createPaypal(config.paypal) };
  const connect = async () => ({ config, db, clock, storage, payments });
  const exit = await runAdmin(json ? [...argv, '--json'] : argv, terminal, connect);
  if (!json) return { exit, output, error, data: undefined, code: undefined };
  const code = error === '' ? undefined : JSON.parse(error).code;
  return { exit, output, error, code, data: output === '' ? undefined : JSON.parse(output) };
}
