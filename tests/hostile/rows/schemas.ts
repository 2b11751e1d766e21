/** The schemas of requests, forms and stored values that have their own pattern or code, by module. */
export const SCHEMAS: Record<string, string> = {
  'contract/accounts/claim-link.ts': 'claimLinkRequest',
  'contract/accounts/sign-in.ts': 'signInCodeRequest',
  'contract/accounts/passkeys.ts':
    'addPasskeyRequest assertedCredential assertionRequest createdCredential passkeyName renamePasskeyRequest',

  'contract/addresses.ts': 'emailAddress emailAddressOrNone',
  'contract/admin/mail.ts': 'adminMailQuery',
  'contract/admin/mail-reports.ts': 'mailReportQuery',
  'contract/admin/packages.ts': 'packageRequest plannedPackage',
  'contract/admin/pictures.ts': 'adminPictureQuery pictureFile',
  'contract/admin/admin.ts':
    'actionReason afterId auditQuery handleExportQuery handleLimitRequest handleQuery profileExportQuery profileQuery search userExportQuery userQuery',
  'contract/analytics/analytics.ts': 'analyticsQuery',
  'contract/blocks/blocks.ts': 'block blocks blocksInput',

  'contract/claim-modes/claim-rule.ts': 'invitationCode',
  'contract/claims/claim-invitations.ts': 'newClaimInvitation',
  'contract/forwarding/delivery-log.ts': 'deliveryId deliveryPage',

  'contract/forwarding/mail-policy.ts': 'allowedList blockPattern mailPolicyChanges',
  'contract/handles/handle-changes.ts': 'changeHandleRequest',
  'contract/handles/handles.ts': 'handlePage',
  'contract/page-forms/page-forms.ts': 'contactMessage subscription',
  'contract/page-forms/subscribers.ts': 'subscribersQuery',
  'contract/page-reports/cases.ts': 'adminCaseQuery appealDecision caseDecision newAppeal',
  'contract/page-reports/page-reports.ts': 'pageReport',
  'contract/payments/payments.ts': 'completeRequest orderId orderRequest renewRequest',
  'contract/pictures.ts': 'newHandlePicture setAvatarRequest setBannerRequest',
  'contract/profiles/look.ts': 'background look',
  'contract/profiles/profiles.ts': 'createProfileRequest',
  'contract/sending/admin-sending.ts': 'adminSendingQuery',
  'contract/sending/app-passwords.ts': 'newAppPassword',
  'contract/sending/auto-reply.ts': 'autoReplyChange autoReplyPreviewRequest',
  'contract/sending/contacts.ts': 'contactPage newContact',
  'contract/sending/sending.ts': 'removedSuppression',
  'contract/site/site-document.ts': 'siteDocument',
  'contract/site/site-pictures.ts': 'newSitePicture',
  'contract/social/social-links.ts': 'socialLinksInput',
  'contract/support/support.ts': 'adminSupportQuery newSupportAnswer newSupportRequest',
  'contract/teams/teams.ts': 'memberChange',

  'contract/text.ts': 'bio displayName',
};
