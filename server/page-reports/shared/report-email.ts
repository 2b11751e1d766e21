/** Emails about reported pages. The texts of administrators stay in the database until the email is composed. */
export type ReportEmail =
  | {
      /**
       * To the reporter of a page, about the decision and after a successful appeal; to the owner, about the decision
       * and about the appeal.
       */
      kind: 'page-report-answer' | 'page-report-reversed' | 'page-decision' | 'page-appeal-answer';
      to: string;
      caseId: number;
    }
  | {
      /** To an administrator: how many reports and appeals have come in since the last such email. */
      kind: 'page-reports-waiting';
      to: string;
      reports: number;
      appeals: number;
    };
