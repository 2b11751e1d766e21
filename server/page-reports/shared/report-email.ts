/** Emails about reported pages. The texts of administrators stay in the database until the email is composed. */
export type ReportEmail =
  | {
      /** To whoever reported a page, first and after an appeal that was right; to its owner about a decision, and about an appeal. */
      kind: 'page-report-answer' | 'page-report-reversed' | 'page-decision' | 'page-appeal-answer';
      to: string;
      caseId: number;
    }
  | {
      /** To an administrator: how many came in since the last such email. */
      kind: 'page-reports-waiting';
      to: string;
      reports: number;
      appeals: number;
    };
