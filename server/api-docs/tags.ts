/** Groups of calls, in the order of the page. */
export const TAGS: Record<string, string> = {
  'Signing in':
    'A session begins with a mailed link, the code of that email or a passkey, and is kept in a cookie. Calls that could let someone else in require a sign-in or a confirmation of the last 15 minutes.',
  Handles: 'Check whether a handle is available, claim it, and change what its page shows.',
  'Email forwarding': 'Where mail to a handle goes. An inbox receives nothing until its owner has agreed.',
  Sending: 'Send email from a handle with a mail program. Handles of paid plans can send while they are paid for.',
  Teams:
    'Members of a handle, who change its page or manage it with the owner, and offers that hand it over to another account. Handles of the Deluxe and Vanity plans have teams while they are paid for. A call that the role of a member does not include returns 403.',
  'Email list': 'People who agreed, on a public page, to receive emails from its owner.',
  Analytics:
    'Views, visitors and clicks of a public page, and mail of its handle, counted without cookies and without stored addresses.',
  Profiles: 'The public pages, and the fields that all pages of an account share.',
  Pictures: 'Picture and banner: request an address, upload the file there by PUT, then use it as the picture.',
  Payments: 'Buy and renew handles of one to ten characters for a year. PayPal takes the payments.',
  Site: 'The name, the look and the rules of this site.',
  Support: 'Write to the people who run this site.',
  Account: 'Export and deletion of the account.',
  Administration: 'For administrators only. Every change is recorded in an audit log that cannot be edited.',
  'This description': 'This document, as OpenAPI and as a page.',
};
