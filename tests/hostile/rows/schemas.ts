/** The schemas with a pattern or code of their own, by module: what a request, a form or a stored value must look like. */
export const SCHEMAS: Record<string, string> = {
  'contract/accounts/accounts.ts': 'accountDeletion claimLinkRequest currentUser signInCodeRequest signedIn',
  'contract/accounts/passkeys.ts':
    'addPasskeyRequest assertedCredential assertionRequest createdCredential passkey passkeyList passkeyName renamePasskeyRequest',
  'contract/accounts/sessions.ts': 'session sessionList',
  'contract/addresses.ts': 'emailAddress emailAddressOrNone',
  'contract/admin-mail-reports.ts': 'adminMailReport adminMailReportDetails adminMailReports mailReportQuery',
  'contract/admin.ts':
    'actionReason adminAction adminActions adminHandle adminHandles adminPackage adminPackages adminPayment adminPayments adminProfile adminProfiles adminUser adminUsers auditQuery handleExportQuery handleLimitRequest handleQuery packageRequest paymentQuery profileExportQuery profileQuery userExportQuery userQuery',
  'contract/analytics/analytics.ts': 'analytics analyticsQuery',
  'contract/blocks/blocks.ts': 'block blocks blocksInput',
  'contract/dashboard/dashboard.ts': 'handleFigures handleFiguresList',
  'contract/forwarding/delivery-log.ts': 'delivery deliveryList deliveryPage',
  'contract/forwarding/forwarding.ts': 'forwarding forwardingList setForwardingRequest setForwardingResponse',
  'contract/forwarding/mail-policy.ts': 'allowedList blockPattern mailPolicyChanges',
  'contract/handles/handle-changes.ts': 'changeHandleRequest',
  'contract/handles/handles.ts': 'handle handleList handlePage page',
  'contract/page-forms/page-forms.ts': 'contactMessage subscription',
  'contract/page-forms/subscribers.ts': 'audience subscribersQuery',
  'contract/page-reports/cases.ts':
    'adminCase adminCaseDetails adminCaseQuery adminCases appealDecision caseDecision exportedDecision exportedReport newAppeal pageDecision',
  'contract/page-reports/page-reports.ts': 'pageReport',
  'contract/payments/payments.ts': 'completeRequest orderRequest renewRequest',
  'contract/pictures.ts': 'handleUploadRequest newHandlePicture setAvatarRequest setBannerRequest uploadRequest',
  'contract/profiles/look.ts': 'background look',
  'contract/profiles/profiles.ts': 'createProfileRequest',
  'contract/sending/admin-sending.ts': 'adminSender adminSenders adminSendingQuery',
  'contract/sending/app-passwords.ts': 'appPassword appPasswords createdAppPassword newAppPassword',
  'contract/sending/auto-reply.ts': 'autoReply autoReplyChange autoReplyPreview autoReplyPreviewRequest',
  'contract/sending/contacts.ts': 'contact contactPage contacts newContact',
  'contract/sending/sending.ts': 'removedSuppression',
  'contract/social/social-links.ts': 'socialLinksInput',
  'contract/support/support.ts':
    'adminSupportQuery adminSupportRequest adminSupportRequests newSupportRequest sentSupportRequest',
  'contract/teams/teams.ts': 'accepted activities activity activityPage invitations member members offeredTransfer',
  'contract/text.ts': 'bio displayName',
};
