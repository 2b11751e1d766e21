import { formatUtcDay } from '../../contract/dates.ts';
import type { Site } from '../../contract/documents.ts';
import type { CaseAction } from '../../contract/page-reports/cases.ts';
import { REASON_NAMES, type ReportReason } from '../../contract/page-reports/page-reports.ts';
import { reportPages } from '../../contract/page-reports/paths.ts';
import { pages } from '../../contract/paths.ts';
import { DAY } from '../../contract/time.ts';
import { type EmailComposers, handleInSubject } from '../emails/shared/email.ts';
import { type RichText, typed } from '../emails/shared/rich-text.ts';
import { APPEAL_DAYS } from './appeal-rules.ts';
import { countWaiting } from './notice-store.ts';
import { findCase, reasonsOf } from './shared/cases-store.ts';
import type { ReportEmail } from './shared/report-email.ts';

const DONE: Record<CaseAction, string> = {
  suspend: 'The page and its mail are switched off.',
  'hide-block':
    'A part of the page is hidden from visitors. You can remove or replace it, but it cannot be shown again as it was.',
  ask: 'The page stays as it is for now. Please change it, or the handle may be suspended.',
};
const HEADINGS: Record<CaseAction, string> = {
  suspend: 'Your handle is suspended',
  'hide-block': 'A part of your page is hidden',
  ask: 'Please change your page',
};

/** Composes the emails about reported pages. */
export function reportEmails({ site }: { site: Site }): EmailComposers<ReportEmail> {
  const terms = { label: 'Read our terms', url: site.origin + pages.tos() };
  return {
    'page-report-answer': async (db, { to, caseId }) => {
      const found = await findCase(db, caseId);
      if (!found?.reporter_answer) return null;
      const { handle } = found;
      return {
        to,
        subject: `Your report about ${handleInSubject(handle, 'a page')} on ${site.host}`,
        preheader: 'An administrator has looked at the page.',
        heading: 'We looked at the page',
        handle: { name: handle, shownAs: 'page' },
        body: [
          'You reported this page to us. An administrator has looked at it and replied:',
          { quotation: paragraphs(found.reporter_answer) },
        ],
        button: terms,
        notes: [
          'We did not tell the owner of the page who you are.',
          'You get this email because your address was entered with the report. If that was not you, you can ignore it.',
        ],
      };
    },

    'page-report-reversed': async (db, { to, caseId }) => {
      const found = await findCase(db, caseId);
      if (found?.state !== 'reversed') return null;
      const { handle } = found;
      return {
        to,
        subject: `After an appeal: ${handleInSubject(handle, 'a page')} on ${site.host}`,
        preheader: 'We reversed our decision about the page.',
        heading: 'The decision was reversed',
        handle: { name: handle, shownAs: 'page' },
        body: [
          'You reported this page to us, and we acted. Its owner appealed. An administrator has looked at the page again and reversed the decision.',
          'If something on the page violates our terms, please report it again and tell us where it is.',
        ],
        button: terms,
        notes: [
          'We did not tell the owner of the page who you are.',
          'A person made this decision. You can also challenge it before a court or an out-of-court dispute body.',
        ],
      };
    },

    'page-decision': async (db, { to, caseId }) => {
      const found = await findCase(db, caseId);
      if (!found?.owner_answer || !found.decided_at) return null;
      const { handle } = found;
      const name = handleInSubject(handle);
      const reasons = (await reasonsOf(db, caseId)).map(({ reason }) => REASON_NAMES[reason as ReportReason]);
      const about = { facts: [{ label: 'Reported as', value: reasons.join(', ') }] };
      if (!found.action) {
        return {
          to,
          subject: `Reports about ${name} on ${site.host}: nothing to do`,
          preheader: 'We looked at your page and changed nothing.',
          heading: 'Your page stays as it is',
          handle: { name: handle, shownAs: 'page' },
          body: [
            'Visitors reported your page. An administrator has looked at it and writes:',
            { quotation: paragraphs(found.owner_answer) },
            about,
          ],
          button: { label: 'Open your page', url: site.origin + pages.profile(handle) },
          notes: ['You do not need to do anything.'],
        };
      }
      const action = found.action as CaseAction;
      const until = new Date(found.decided_at.getTime() + APPEAL_DAYS * DAY);
      return {
        to,
        subject: `${HEADINGS[action]}: ${handleInSubject(handle, 'a handle')} on ${site.host}`,
        preheader: DONE[action],
        heading: HEADINGS[action],
        handle: { name: handle, shownAs: 'page' },
        body: [
          `Visitors reported your page. An administrator has looked at it. ${DONE[action]} The reason:`,
          { quotation: paragraphs(found.owner_answer) },
          about,
          `If you think that this is wrong, you can appeal once, until ${formatUtcDay(until)}. A person will read the appeal and reply by email.`,
        ],
        button: {
          label: 'Look at the decision',
          url: site.origin + reportPages.appeal(found.handle_id, caseId),
        },
        notes: [
          'A person made this decision. You can also challenge it before a court or an out-of-court dispute body.',
        ],
      };
    },

    'page-appeal-answer': async (db, { to, caseId }) => {
      const found = await findCase(db, caseId);
      if (!found?.appeal_answer) return null;
      const { handle } = found;
      const isReversed = found.state === 'reversed';
      return {
        to,
        subject: `Your appeal about ${handleInSubject(handle)} on ${site.host}`,
        preheader: isReversed ? 'The decision was reversed.' : 'The decision was upheld.',
        heading: isReversed ? 'The decision was reversed' : 'The decision was upheld',
        handle: { name: handle, shownAs: 'page' },
        body: ['An administrator has read your appeal and replied:', { quotation: paragraphs(found.appeal_answer) }],
        button: {
          label: 'Look at the decision',
          url: site.origin + reportPages.appeal(found.handle_id, caseId),
        },
        notes: [
          isReversed
            ? 'A person made this decision. You do not need to do anything.'
            : 'A person made this decision. You can also challenge it before a court or an out-of-court dispute body.',
        ],
      };
    },

    'page-reports-waiting': async (db, { to, reports, appeals }) => {
      const waiting = await countWaiting(db);
      if (waiting.pages + waiting.appeals === 0) return null;
      const news = [
        ...(reports > 0 ? [counted(reports, 'page report')] : []),
        ...(appeals > 0 ? [counted(appeals, 'appeal')] : []),
      ].join(' and ');
      return {
        to,
        subject: `New on ${site.host}: ${news}`,
        preheader: `${counted(waiting.pages, 'page')} and ${counted(waiting.appeals, 'appeal')} wait for a decision.`,
        heading: 'Someone is waiting for your decision',
        body: [
          `New since the last email of this kind: ${news}. These wait for an administrator:`,
          {
            facts: [
              { label: 'Reported pages', value: String(waiting.pages) },
              { label: 'Appeals', value: String(waiting.appeals) },
            ],
          },
        ],
        button: { label: 'Open Page Reports', url: site.origin + reportPages.adminQueue() },
        notes: [`You get this email as an administrator of ${site.host}, at most once an hour.`],
      };
    },
  };
}

/** Returns a count with its noun: "1 appeal", "3 appeals". */
function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a person's text, one paragraph for each line. */
function paragraphs(text: string): RichText[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => [typed(line)]);
}
