/** Paths of the calls about sending. Separate from those of all screens, because visitors load those. */
export const sendingCalls = {
  sending: (id: number) => `/api/handles/${id}/sending`,
  sendingTest: (id: number) => `/api/handles/${id}/sending/test`,
  /** Restores sending that was paused because of bounces or complaints. */
  resumeSending: (id: number) => `/api/handles/${id}/sending/resume`,
  suppressions: (id: number) => `/api/handles/${id}/suppressions`,
  appPasswords: (id: number) => `/api/handles/${id}/app-passwords`,
  appPassword: (id: number, passwordId: number) => `/api/handles/${id}/app-passwords/${passwordId}`,
  replyMode: (id: number) => `/api/handles/${id}/reply-mode`,
  contacts: (id: number) => `/api/handles/${id}/contacts`,
  contact: (id: number, contactId: number) => `/api/handles/${id}/contacts/${contactId}`,
  autoReply: (id: number) => `/api/handles/${id}/auto-reply`,
  autoReplyPreview: (id: number) => `/api/handles/${id}/auto-reply/preview`,
  autoReplyTest: (id: number) => `/api/handles/${id}/auto-reply/test`,
  /** DMARC, TLS and feedback reports that arrived about our mail. */
  adminMailReports: () => '/api/admin/mail-reports',
  /** Sums over the reports of the last 30 days. */
  adminMailReportSummary: () => '/api/admin/mail-reports/summary',
  adminMailReport: (id: number) => `/api/admin/mail-reports/${id}`,
  /** Handles whose sending is paused, and one of them: pause or resume. */
  adminSending: () => '/api/admin/sending',
  adminSendingAct: (id: number, act: 'pause' | 'resume') => `/api/admin/sending/${id}/${act}`,
} as const;
