import { getAdminAudit, getAdminStats, getAdminWaiting } from '../../contract/admin/admin.ts';
import {
  getAdminMailQueue,
  postAdminMailQueuePause,
  postAdminMailQueueResume,
} from '../../contract/admin/mail-queue.ts';
import {
  getAdminMailReport,
  getAdminMailReportSummary,
  getAdminMailReports,
} from '../../contract/admin/mail-reports.ts';
import type { Call } from '../../contract/call.ts';
import {
  type AdminCaseDetails,
  CASE_ACTIONS,
  getAdminCase,
  getAdminCases,
  getAdminCasesFile,
  postAdminAppealDecision,
  postAdminDecision,
} from '../../contract/page-reports/cases.ts';
import {
  getAdminSupport,
  getAdminSupportRequest,
  getAdminSupportSummary,
  patchAdminSupportRequest,
  postAdminSupportAnswer,
  SUPPORT_STATES,
} from '../../contract/support/support.ts';
import { listActions } from '../../server/admin/audit/audit-rules.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import { dashboardStats, waitingCounts } from '../../server/admin/dashboard/dashboard-rules.ts';
import { listReports, reportDetails, summarizeReports } from '../../server/admin/mail-reports/mail-reports-rules.ts';
import { changeQueue, mailQueueStatus } from '../../server/admin/queue/queue-rules.ts';
import { decide, decideAppeal } from '../../server/admin/reports/decision-rules.ts';
import { listCases, readCaseDetails } from '../../server/admin/reports/reports-rules.ts';
import {
  answerRequest,
  changeState,
  listRequests,
  requestDetails,
  summarizeRequests,
} from '../../server/admin/support/support-rules.ts';
import { supportInbox } from '../../server/site/support-inbox-rules.ts';
import { type Command, command, flagOf, idOf, parse, REASON } from './command.ts';
import { listCommand } from './list-command.ts';

const actor = COMMAND_LINE;

/** Commands about reports, support and the audit log, and the figures of the dashboard. */
export const REPORT_COMMANDS: Command[] = [
  listCommand('reports list', 'lists the reported pages, waiting ones first', {
    calls: [getAdminCases, getAdminCasesFile],
    list: 'page reports',
    flags: { state: { hint: 'waiting|closed', about: 'only these' } },
    read: ({ db }, query) => listCases(db, query),
    line: ({ id, handle, state, action, reports, openedAt }) => [
      id,
      handle,
      state,
      action,
      `${reports} reports`,
      openedAt,
    ],
  }),
  command('reports show', 'shows what was reported about a page, and its blocks', {
    calls: [getAdminCase],
    args: ['ID'],
    run: ({ db }, { args: [id] }) => readCaseDetails(db, idOf(id)),
  }),
  command('reports decide', 'decides the reports about a page, and mails the decision to both sides', {
    calls: [postAdminDecision],
    args: ['ID', ['dismiss', ...CASE_ACTIONS].join('|')],
    flags: {
      'reporter-answer': { hint: 'TEXT', required: true, about: 'the answer to the reporters' },
      'owner-answer': { hint: 'TEXT', about: 'the answer to the owner; required unless the reports are dismissed' },
      block: { hint: 'BLOCK-ID', about: 'the block to hide, as `reports show` lists it' },
    },
    confirm: ({ args: [, action] }) =>
      action === 'suspend' ? 'This takes the page and its address offline, and mails the answers.' : undefined,
    async run(context, input) {
      const [, action] = input.args;
      const id = idOf(input.args[0]);
      const decision = parse(postAdminDecision.body, {
        action,
        ...(action === 'hide-block' && { blockId: input.flags.block ?? '' }),
        reporterAnswer: flagOf(input, 'reporter-answer'),
        ownerAnswer: input.flags['owner-answer'] ?? null,
      });
      await decide(context, { actor, id, decision });
      return readCaseDetails(context.db, id);
    },
    lines: decided,
  }),
  command('reports appeal', 'decides the appeal of an owner; "reversed" undoes the action', {
    calls: [postAdminAppealDecision],
    args: ['ID', 'confirmed|reversed'],
    flags: { answer: { hint: 'TEXT', required: true, about: 'the answer to the owner' } },
    async run(context, input) {
      const id = idOf(input.args[0]);
      const body = { outcome: input.args[1], answer: flagOf(input, 'answer') };
      await decideAppeal(context, { actor, id, ...parse(postAdminAppealDecision.body, body) });
      return readCaseDetails(context.db, id);
    },
    lines: decided,
  }),
  listCommand('support list', 'lists requests to support', {
    calls: [getAdminSupport],
    list: 'support requests',
    flags: { state: { hint: SUPPORT_STATES.join('|'), about: 'only these' } },
    read: ({ db }, query) => listRequests(db, query),
    line: ({ id, state, priority, email, subject, createdAt }) => [
      id,
      state,
      priority ? 'priority' : 'standard',
      email,
      subject,
      createdAt,
    ],
  }),
  command('support show', 'shows a request with its answers', {
    calls: [getAdminSupportRequest],
    args: ['ID'],
    run: ({ db }, { args: [id] }) => requestDetails(db, idOf(id)),
  }),
  command('support answer', 'mails an answer to the person, and stores it', {
    calls: [postAdminSupportAnswer],
    args: ['ID'],
    flags: { text: { hint: 'TEXT', required: true, about: 'the answer' } },
    async run({ config, db, clock }, input) {
      const { text } = parse(postAdminSupportAnswer.body, { text: flagOf(input, 'text') });
      return answerRequest(
        db,
        { actor, id: idOf(input.args[0]), text, inbox: await supportInbox(db, config) },
        clock(),
      );
    },
    lines: ({ id, email }) => `The answer to request ${id} is on its way to ${email}.`,
  }),
  command('support mark', 'changes the state of a request', {
    calls: [patchAdminSupportRequest],
    args: ['ID', SUPPORT_STATES.join('|')],
    run({ db, clock }, { args: [id, wanted] }) {
      const { state } = parse(patchAdminSupportRequest.body, { state: wanted });
      return changeState(db, { actor, id: idOf(id), state }, clock());
    },
    lines: ({ id, state }) => `Request ${id} is ${state}.`,
  }),
  command('support summary', 'shows the reply times of the last 90 days', {
    calls: [getAdminSupportSummary],
    run: ({ db, clock }) => summarizeRequests(db, clock()),
  }),
  listCommand('mail-reports list', 'lists DMARC, TLS and feedback reports', {
    calls: [getAdminMailReports],
    list: 'mail reports',
    flags: { kind: { hint: 'dmarc|tls|feedback', about: 'only these' } },
    read: ({ db }, query) => listReports(db, query),
    line: ({ id, kind, reporter, passed, failed, receivedAt }) => [
      id,
      kind,
      reporter,
      `${passed} passed`,
      `${failed} failed`,
      receivedAt,
    ],
  }),
  command('mail-reports show', 'shows a report', {
    calls: [getAdminMailReport],
    args: ['ID'],
    run: ({ db }, { args: [id] }) => reportDetails(db, idOf(id)),
  }),
  command('mail-reports summary', 'summarises the reports of the last 30 days', {
    calls: [getAdminMailReportSummary],
    run: ({ db, clock }) => summarizeReports(db, clock()),
  }),
  command(
    'queue status',
    'shows the waiting mail and the alarms; `npm run queue` shows and changes individual copies',
    {
      calls: [getAdminMailQueue],
      run: ({ db }) => mailQueueStatus(db),
    },
  ),
  queueChange('pause', 'stops delivery from the mail queue', postAdminMailQueuePause),
  queueChange('resume', 'ends a pause of the mail queue', postAdminMailQueueResume),
  command('stats', 'counts accounts, active handles and active pages', {
    calls: [getAdminStats],
    run: ({ db }) => dashboardStats(db),
    lines: counts,
  }),
  command('waiting', 'counts what waits for an administrator, up to 100 of each kind', {
    calls: [getAdminWaiting],
    run: ({ db }) => waitingCounts(db),
    lines: counts,
  }),
  listCommand('audit list', 'lists the audit log, newest first', {
    calls: [getAdminAudit],
    list: 'audit log',
    read: ({ db }, query) => listActions(db, query),
    line: ({ id, at, actor: by, act, target, reason }) => [id, at, by, act, target, reason],
  }),
];

function queueChange(action: 'pause' | 'resume', about: string, call: Call): Command {
  return command(`queue ${action}`, about, {
    calls: [call],
    flags: REASON,
    async run({ db }, input) {
      const changed = await changeQueue(db, action, { actor, reason: flagOf(input, 'reason') });
      return { changed, paused: (await mailQueueStatus(db)).paused };
    },
    lines({ changed, paused }) {
      const state = paused ? 'paused' : 'running';
      return changed ? `The queue is ${state}.` : `The queue was already ${state}.`;
    },
  });
}

function decided({ handle, state, action }: AdminCaseDetails): string {
  return `The reports about ${handle} are ${state}${action ? ` (${action})` : ''}.`;
}

function counts(figures: object): string[] {
  return Object.entries(figures).map(([name, count]) => `${name}: ${count}`);
}
