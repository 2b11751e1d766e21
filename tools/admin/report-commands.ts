import { auditQuery } from '../../contract/admin/admin.ts';
import { mailReportQuery } from '../../contract/admin/mail-reports.ts';
import {
  type AdminCaseDetails,
  adminCaseQuery,
  appealDecision,
  CASE_ACTIONS,
  caseDecision,
} from '../../contract/page-reports/cases.ts';
import {
  adminSupportQuery,
  newSupportAnswer,
  SUPPORT_STATES,
  supportStateChange,
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
import { type Command, flagOf, idOf, parse, REASON, said } from './command.ts';
import { listCommand } from './list-command.ts';

const actor = COMMAND_LINE;
const jsonLines = (data: unknown) => JSON.stringify(data, null, 2).split('\n');

/** Commands about reports, support and the audit log, and the figures of the dashboard. */
export const REPORT_COMMANDS: Command[] = [
  listCommand({
    ...{ name: 'reports list', about: 'lists the reported pages, those that wait first', list: 'page reports' },
    query: adminCaseQuery,
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
  {
    ...{ name: 'reports show', about: 'shows what was reported about a page, and its blocks', args: ['ID'] },
    async run({ db }, { args: [id] }) {
      const details = await readCaseDetails(db, idOf(id));
      return { data: details, lines: jsonLines(details) };
    },
  },
  {
    name: 'reports decide',
    about: 'decides about the reports of a page, and mails both sides their answer',
    args: ['ID', ['dismiss', ...CASE_ACTIONS].join('|')],
    flags: {
      'reporter-answer': { hint: 'TEXT', required: true, about: 'what the reporters are told' },
      'owner-answer': { hint: 'TEXT', about: 'what the owner is told; required unless the reports are dismissed' },
      block: { hint: 'BLOCK-ID', about: 'the block to hide, as `reports show` lists it' },
    },
    confirm: ({ args: [, action] }) =>
      action === 'suspend' ? 'This takes the page and its address offline, and mails the answers.' : undefined,
    async run(context, input) {
      const id = idOf(input.args[0]);
      const decision = parse(caseDecision, {
        action: input.args[1],
        ...(input.args[1] === 'hide-block' && { blockId: input.flags.block ?? '' }),
        reporterAnswer: flagOf(input, 'reporter-answer'),
        ownerAnswer: input.flags['owner-answer'] ?? null,
      });
      await decide(context, { actor, id, decision });
      return decided(await readCaseDetails(context.db, id));
    },
  },
  {
    name: 'reports appeal',
    about: 'decides about the appeal of an owner; "reversed" takes back what was done',
    args: ['ID', 'confirmed|reversed'],
    flags: { answer: { hint: 'TEXT', required: true, about: 'what the owner is told' } },
    async run(context, input) {
      const id = idOf(input.args[0]);
      const decision = parse(appealDecision, { outcome: input.args[1], answer: flagOf(input, 'answer') });
      await decideAppeal(context, { actor, id, ...decision });
      return decided(await readCaseDetails(context.db, id));
    },
  },
  listCommand({
    ...{ name: 'support list', about: 'lists requests to support', list: 'support requests', query: adminSupportQuery },
    flags: { state: { hint: SUPPORT_STATES.join('|'), about: 'only these' } },
    read: ({ db }, query) => listRequests(db, query),
    line: ({ id, state, priority, email, subject, createdAt }) => [
      ...[id, state, priority ? 'priority' : 'standard', email, subject, createdAt],
    ],
  }),
  {
    ...{ name: 'support show', about: 'shows a request with its answers', args: ['ID'] },
    async run({ db }, { args: [id] }) {
      const data = await requestDetails(db, idOf(id));
      return { data, lines: jsonLines(data) };
    },
  },
  {
    ...{ name: 'support answer', about: 'mails an answer to the person and keeps it', args: ['ID'] },
    flags: { text: { hint: 'TEXT', required: true, about: 'the answer' } },
    async run({ config, db, clock }, input) {
      const { text } = parse(newSupportAnswer, { text: flagOf(input, 'text') });
      const answer = { actor, id: idOf(input.args[0]), text, inbox: config.support.email };
      const request = await answerRequest(db, answer, clock());
      return said(`The answer to request ${request.id} is on its way to ${request.email}.`, request);
    },
  },
  {
    ...{ name: 'support mark', about: 'changes the state of a request', args: ['ID', SUPPORT_STATES.join('|')] },
    async run({ db, clock }, { args: [id, wanted] }) {
      const { state } = parse(supportStateChange, { state: wanted });
      const request = await changeState(db, { actor, id: idOf(id), state }, clock());
      return said(`Request ${request.id} is ${request.state}.`, request);
    },
  },
  {
    ...{ name: 'support summary', about: 'shows the reply times of the last 90 days', args: [] },
    async run({ db, clock }) {
      const data = await summarizeRequests(db, clock());
      return { data, lines: jsonLines(data) };
    },
  },
  listCommand({
    ...{ name: 'mail-reports list', about: 'lists DMARC, TLS and feedback reports', list: 'mail reports' },
    query: mailReportQuery,
    flags: { kind: { hint: 'dmarc|tls|feedback', about: 'only these' } },
    read: ({ db }, query) => listReports(db, query),
    line: ({ id, kind, reporter, passed, failed, receivedAt }) => [
      ...[id, kind, reporter, `${passed} passed`, `${failed} failed`, receivedAt],
    ],
  }),
  {
    ...{ name: 'mail-reports show', about: 'shows a report', args: ['ID'] },
    async run({ db }, { args: [id] }) {
      const data = await reportDetails(db, idOf(id));
      return { data, lines: jsonLines(data) };
    },
  },
  {
    ...{ name: 'mail-reports summary', about: 'sums up the reports of the last 30 days', args: [] },
    async run({ db, clock }) {
      const data = await summarizeReports(db, clock());
      return { data, lines: jsonLines(data) };
    },
  },
  {
    ...{
      name: 'queue status',
      about: 'shows the mail that waits and the alarms; `npm run queue` shows and changes single copies',
      args: [],
    },
    async run({ db }) {
      const data = await mailQueueStatus(db);
      return { data, lines: jsonLines(data) };
    },
  },
  { ...{ name: 'queue pause', about: 'stops delivery from the mail queue', args: [] }, ...queueChange('pause') },
  { ...{ name: 'queue resume', about: 'ends a pause of the mail queue', args: [] }, ...queueChange('resume') },
  {
    ...{ name: 'stats', about: 'counts accounts, active handles and active pages', args: [] },
    async run({ db }) {
      const data = await dashboardStats(db);
      return { data, lines: Object.entries(data).map(([name, count]) => `${name}: ${count}`) };
    },
  },
  {
    ...{ name: 'waiting', about: 'counts what waits for an administrator, each up to 100', args: [] },
    async run({ db }) {
      const data = await waitingCounts(db);
      return { data, lines: Object.entries(data).map(([name, count]) => `${name}: ${count}`) };
    },
  },
  listCommand({
    ...{ name: 'audit list', about: 'lists the audit log, newest first', list: 'audit log', query: auditQuery },
    read: ({ db }, query) => listActions(db, query),
    line: ({ id, at, actor: by, act, target, reason }) => [id, at, by, act, target, reason],
  }),
];

function queueChange(action: 'pause' | 'resume'): Pick<Command, 'flags' | 'run'> {
  return {
    flags: REASON,
    async run({ db }, input) {
      const changed = await changeQueue(db, action, { actor, reason: flagOf(input, 'reason') });
      const { paused } = await mailQueueStatus(db);
      const state = paused ? 'paused' : 'running';
      return said(changed ? `The queue is ${state}.` : `The queue was ${state} already.`, { changed, paused });
    },
  };
}

function decided(details: AdminCaseDetails) {
  const action = details.action ? ` (${details.action})` : '';
  return said(`The reports about ${details.handle} are ${details.state}${action}.`, details);
}
