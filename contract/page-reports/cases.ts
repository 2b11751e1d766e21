import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { formatCount } from '../counts.ts';
import { HANDLE_STATES } from '../handles/handles.ts';
import { isShown, NOT_SHOWN } from '../text.ts';
import { REPORT_REASONS } from './page-reports.ts';

const id = z.int().check(z.positive());
const moment = z.iso.datetime();

/** `open` and `appealed` wait for an administrator. */
const CASE_STATES = ['open', 'dismissed', 'upheld', 'appealed', 'confirmed', 'reversed'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** An administrator's action on a page after a justified report. */
export const CASE_ACTIONS = ['suspend', 'hide-block', 'ask'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

export const CASE_MAX = { answer: 1000, appeal: 2000 } as const;
/** Maximum number of reports in one response. */
export const MAX_SHOWN_REPORTS = 100;

/** Creates a schema for a required text with line breaks. */
const written = (max: number, blank: string) =>
  z.string().check(
    z.overwrite((typed) => typed.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.minLength(1, blank),
    z.maxLength(max, `Please use at most ${formatCount(max)} characters.`),
    z.refine((text) => isShown(text, true), NOT_SHOWN),
  );

/**
 * GET /api/handles/{id}/decisions/{decisionId}: the decision as the owner sees it, without information about the
 * reporters.
 */
export const pageDecision = z.object({
  id,
  handle: z.string(),
  action: z.enum(CASE_ACTIONS),
  answer: z.string(),
  decidedAt: moment,
  /** The reasons in the reports. */
  reasons: z.array(z.enum(REPORT_REASONS)),
  /** Time until which an appeal is possible; null after an appeal or after the deadline. */
  appealUntil: z.nullable(moment),
  appeal: z.nullable(
    z.object({
      text: z.string(),
      at: moment,
      /** Null until an administrator decides. */
      outcome: z.nullable(z.enum(['confirmed', 'reversed'])),
      answer: z.nullable(z.string()),
    }),
  ),
});
export type PageDecision = z.infer<typeof pageDecision>;

/** POST /api/handles/{id}/decisions/{decisionId}/appeal */
export const newAppeal = z.strictObject({
  text: written(CASE_MAX.appeal, 'Please write why the decision is wrong.'),
});

/** One item of GET /api/admin/page-reports: the reports about a page that belong to one decision, made or pending. */
const adminCase = z.object({
  id,
  handleId: id,
  handle: z.string(),
  status: z.enum(HANDLE_STATES),
  state: z.enum(CASE_STATES),
  action: z.nullable(z.enum(CASE_ACTIONS)),
  reports: z.int(),
  reasons: z.array(z.object({ reason: z.enum(REPORT_REASONS), count: z.int() })),
  openedAt: moment,
  decidedAt: z.nullable(moment),
  appealedAt: z.nullable(moment),
  closedAt: z.nullable(moment),
});
export type AdminCase = z.infer<typeof adminCase>;
export const adminCases = z.array(adminCase);

export const adminCaseQuery = z.strictObject({
  limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(500))), 100),
  /** The cursor from the `Link` header of the previous page. */
  after: z.optional(z.string().check(z.regex(/^[01]\.\d{1,9}$/))),
  /** `waiting`: open reports and appeals. */
  state: z.optional(z.enum(['waiting', 'closed'])),
});
export type AdminCaseQuery = z.infer<typeof adminCaseQuery>;
const adminCaseExportQuery = z.strictObject({ state: z.optional(z.enum(['waiting', 'closed'])) });

/** GET /api/admin/page-reports/{id} */
export const adminCaseDetails = z.object({
  ...adminCase.shape,
  /** Null for a page without an owner, such as the example profile. */
  ownerEmail: z.nullable(z.string()),
  /** Newest first, at most `MAX_SHOWN_REPORTS`. */
  items: z.array(
    z.object({
      id,
      reason: z.enum(REPORT_REASONS),
      text: z.string(),
      address: z.nullable(z.string()),
      email: z.nullable(z.string()),
      createdAt: moment,
    }),
  ),
  /** The visible blocks, which an administrator can hide. */
  blocks: z.array(z.object({ id: z.string(), type: z.string(), title: z.string(), url: z.nullable(z.string()) })),
  reporterAnswer: z.nullable(z.string()),
  ownerAnswer: z.nullable(z.string()),
  appealText: z.nullable(z.string()),
  appealAnswer: z.nullable(z.string()),
  /** Earlier decisions about the page, newest first. */
  earlier: z.array(
    z.object({ id, state: z.enum(CASE_STATES), action: z.nullable(z.enum(CASE_ACTIONS)), decidedAt: moment }),
  ),
});
export type AdminCaseDetails = z.infer<typeof adminCaseDetails>;

const answer = written(CASE_MAX.answer, 'Please write an answer.');

/**
 * POST /api/admin/page-reports/{id}/decision. If the reports are dismissed, `ownerAnswer` may be null and the owner
 * then gets no message.
 */
export const caseDecision = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('dismiss'), reporterAnswer: answer, ownerAnswer: z.nullable(answer) }),
  z.strictObject({ action: z.literal('suspend'), reporterAnswer: answer, ownerAnswer: answer }),
  z.strictObject({ action: z.literal('ask'), reporterAnswer: answer, ownerAnswer: answer }),
  z.strictObject({
    action: z.literal('hide-block'),
    blockId: z.string().check(z.minLength(1, 'Please choose a block.'), z.maxLength(40)),
    reporterAnswer: answer,
    ownerAnswer: answer,
  }),
]);
export type CaseDecision = z.infer<typeof caseDecision>;

/** POST /api/admin/page-reports/{id}/appeal-decision */
export const appealDecision = z.strictObject({ outcome: z.enum(['confirmed', 'reversed']), answer });
export type AppealDecision = z.infer<typeof appealDecision>;

/** A decision in the account export, as the owner of the page saw it. */
export const exportedDecision = z.object({
  state: z.enum(CASE_STATES),
  openedAt: moment,
  action: z.nullable(z.enum(CASE_ACTIONS)),
  blockId: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  decidedAt: z.nullable(moment),
  appealText: z.nullable(z.string()),
  appealedAt: z.nullable(moment),
  appealAnswer: z.nullable(z.string()),
  appealDecidedAt: z.nullable(moment),
  closedAt: z.nullable(moment),
  /** Without texts and senders, which concern other people. */
  reports: z.array(z.object({ reason: z.enum(REPORT_REASONS), createdAt: moment })),
});

/** A report that was sent with the address of the account. */
export const exportedReport = z.object({
  handle: z.string(),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  address: z.nullable(z.string()),
  createdAt: moment,
  answer: z.nullable(z.string()),
});

export const getAdminCases = defineCall('GET /api/admin/page-reports', {
  by: 'admin',
  query: adminCaseQuery,
  response: adminCases,
});

export const getAdminCasesFile = defineCall('GET /api/admin/page-reports.csv', {
  by: 'admin',
  query: adminCaseExportQuery,
  produces: 'text/csv',
  errors: ['unavailable'],
});

export const getAdminCase = defineCall('GET /api/admin/page-reports/:id', {
  by: 'admin',
  response: adminCaseDetails,
  errors: ['not_found'],
});

export const postAdminDecision = defineCall('POST /api/admin/page-reports/:id/decision', {
  by: 'admin',
  recent: 'administer',
  body: caseDecision,
  response: adminCaseDetails,
  errors: ['not_found', 'case_decided', 'not_suspendable'],
});

export const postAdminAppealDecision = defineCall('POST /api/admin/page-reports/:id/appeal-decision', {
  by: 'admin',
  recent: 'administer',
  body: appealDecision,
  response: adminCaseDetails,
  errors: ['not_found', 'case_decided', 'owner_suspended'],
});

export const getDecision = defineCall('GET /api/handles/:id/decisions/:decisionId', {
  right: 'own',
  response: pageDecision,
});

export const postAppeal = defineCall('POST /api/handles/:id/decisions/:decisionId/appeal', {
  right: 'own',
  body: newAppeal,
  response: pageDecision,
  errors: ['no_appeal'],
});
