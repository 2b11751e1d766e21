/** Emails about reported pages. The texts of administrators stay in the database until the email is composed. */
export type ReportEmail =
  | {
      /** To whoever reported a page; to its owner about a decision; to its owner about an appeal. */
      kind: 'page-report-answer' | 'page-decision' | 'page-appeal-answer';
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
