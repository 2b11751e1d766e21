import { expect, it } from 'vitest';
import { ACCESS } from '../../tests/support/api/route-access.ts';
import { runAdmin } from './run-admin.ts';

/** The command that does what each call of the administrators' screens does. */
const COMMAND_OF: Record<string, string> = {
  'GET stats': 'stats',
  'GET users': 'users list',
  'GET users.csv': 'users list',
  'POST users/:id/suspend': 'users suspend',
  'POST users/:id/unsuspend': 'users unsuspend',
  'POST users/:id/handle-limit': 'users handle-limit',
  'POST users/:id/end-sessions': 'end-sessions',
  'GET handles': 'handles list',
  'GET handles.csv': 'handles list',
  'POST handles/:id/suspend': 'handles suspend',
  'POST handles/:id/unsuspend': 'handles unsuspend',
  'GET profiles': 'profiles list',
  'GET pictures': 'pictures list',
  'DELETE pictures/:name': 'pictures remove',
  'GET profiles.csv': 'profiles list',
  'GET packages': 'packages list',
  'POST packages': 'packages create',
  'POST packages/rises': 'packages change',
  'PUT packages/:id': 'packages change',
  'DELETE packages/:id': 'packages delete',
  'GET payments': 'payments list',
  'POST payments/:id/refund': 'payments refund',
  'GET mail-queue': 'queue status',
  'POST mail-queue/pause': 'queue pause',
  'POST mail-queue/resume': 'queue resume',
  'GET mail-reports': 'mail-reports list',
  'GET mail-reports/summary': 'mail-reports summary',
  'GET mail-reports/:id': 'mail-reports show',
  'GET sending': 'sending list',
  'POST sending/:id/pause': 'sending pause',
  'POST sending/:id/resume': 'sending resume',
  'GET support': 'support list',
  'GET mail': 'mail trace',
  'GET waiting': 'waiting',
  'GET support/:id': 'support show',
  'POST support/:id/answers': 'support answer',
  'GET support/summary': 'support summary',
  'PATCH support/:id': 'support mark',
  'GET page-reports': 'reports list',
  'GET page-reports.csv': 'reports list',
  'GET page-reports/:id': 'reports show',
  'POST page-reports/:id/decision': 'reports decide',
  'POST page-reports/:id/appeal-decision': 'reports appeal',
  'GET audit': 'audit list',
};
/** Asks whether the session belongs to an administrator; the command line has no session. */
const WITHOUT_COMMAND = ['GET check'];

it('has a command for every call of the administrators’ screens, each with --json', async () => {
  const calls = Object.keys(ACCESS).flatMap((route) => {
    const [method = '', path = ''] = route.split(' ');
    return path.startsWith('/api/admin/') ? [`${method} ${path.slice('/api/admin/'.length)}`] : [];
  });
  expect(calls.filter((call) => !(call in COMMAND_OF)).sort()).toEqual(WITHOUT_COMMAND);
  expect(Object.keys(COMMAND_OF).filter((call) => !calls.includes(call))).toEqual([]);

  for (const command of new Set(Object.values(COMMAND_OF))) {
    let help = '';
    const terminal = {
      write: (text: string) => {
        help += text;
      },
      writeError: (text: string) => {
        help += text;
      },
      ask: undefined,
    };
    const connect = () => Promise.reject(new Error('--help needs no database'));
    await runAdmin([...command.split(' '), '--help'], terminal, connect);
    expect(help).toMatch(new RegExp(`^npm run admin -- ${command}( |\\n)[\\s\\S]* --json `));
  }
});
