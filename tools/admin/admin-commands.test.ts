import { expect, it } from 'vitest';
import { ACCESS } from '../../tests/support/api/route-access.ts';
import { COMMANDS } from './commands.ts';
import { runAdmin } from './run-admin.ts';

/** Checks whether the session belongs to an administrator. The command line has no session. */
const WITHOUT_COMMAND = ['GET /api/admin/check'];

it('has a command for every call of the administrators’ screens, each with --json', async () => {
  const calls = Object.keys(ACCESS).filter((route) => route.split(' ')[1]?.startsWith('/api/admin/'));
  const done = COMMANDS.flatMap(({ calls = [] }) => calls.map(({ method, path }) => `${method} ${path}`));
  expect(calls.filter((call) => !done.includes(call))).toEqual(WITHOUT_COMMAND);

  for (const { name } of COMMANDS) {
    let help = '';
    const write = (text: string) => {
      help += text;
    };
    const connect = () => Promise.reject(new Error('--help needs no database'));
    await runAdmin([...name.split(' '), '--help'], { write, writeError: write, ask: undefined }, connect);
    expect(help).toMatch(new RegExp(`^npm run admin -- ${name}( |\\n)[\\s\\S]* --json `));
  }
});
