/** A pattern that is not linear, or undecidable for recheck, and the reason why it is accepted. */
export interface Exception {
  /** `/source/flags`, or how it begins; absent for one that is put together at run time. */
  pattern?: string;
  file: string;
  reason: string;
}

const OWN_STYLE = 'reads our own style sheets, once at the start';
const REPLY = 'reads a reply that shortLine has cut to 500 characters';
const ADDRESS = 'reads an email address, which has 254 characters at most';
const NETWORK = 'reads the address of a connection, which has 45 characters at most';
const HANDLE = 'reads a handle, which has 30 characters at most';

/** Exceptions of the check for superlinear patterns. Each reads input that is short, or our own. */
export const EXCEPTIONS: Exception[] = [
  { file: 'mail/smtp-out/client/classify-reply.ts', pattern: '/mailbox (is |was )?(full|over)', reason: REPLY },
  { file: 'mail/smtp-out/client/classify-reply.ts', pattern: '/block(ed)? using|black', reason: REPLY },
  { file: 'mail/smtp-out/client/classify-reply.ts', pattern: '/too many (connections?|concurrent', reason: REPLY },
  { file: 'mail/smtp-out/client/classify-reply.ts', pattern: '/gr[ae]y-?list|too many', reason: REPLY },
  { file: 'mail/smtp-in/commands.ts', pattern: '/^(?:mail from|rcpt to)', reason: 'reads a command of 4 KB at most' },
  { file: 'mail/smtp-in/connection.ts', pattern: '/\\ufffd+$/', reason: 'reads a reply of ours of 500 bytes at most' },
  { file: 'mail/smtp-in/client-network.ts', pattern: '/%.*$/', reason: NETWORK },
  { file: 'mail/smtp-in/client-network.ts', pattern: '/(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)$/', reason: NETWORK },
  { file: 'server/mail/mta-sts-routes.ts', reason: 'is MAIL_DOMAIN, without repetition' },
  { file: 'server/handles/look-alikes.ts', pattern: '/^\\d+|\\d+$/g', reason: HANDLE },
  {
    file: 'server/emails/mime-message.ts',
    pattern: '/(.{1,72})(?:\\s+|$)/g',
    reason: 'reads the text of our own emails',
  },
  { file: 'server/platform/config/paypal-config.ts', pattern: '/\\/+$/', reason: 'reads a setting' },
  { file: 'server/forwarding/shared/inbox-key.ts', pattern: '/\\+.*$/', reason: ADDRESS },
  {
    file: 'server/platform/http/repeat-response.ts',
    pattern: '/^(.*?\\r\\n)Date: ',
    reason: 'reads the head of a response of ours',
  },
  { file: 'web/forwarding/delivery-log/sender-name.ts', pattern: '/\\+[^@]*@/', reason: ADDRESS },
  { file: 'web/api/client.ts', pattern: '/<([^>]*)>\\s*;', reason: 'reads the Link header of our own server' },
  {
    file: 'web/public-page/social-image-art.tsx',
    pattern: '/(-?\\d+)deg/',
    reason: 'reads the gradient of a theme of ours',
  },
  { file: 'web/public-page/page-style.ts', pattern: '/#[0-9a-f]{3,8}|rgba?', reason: OWN_STYLE },
  { file: 'web/public-page/page-style.ts', pattern: '/\\/\\*[\\s\\S]*?\\*\\//g', reason: OWN_STYLE },
  { file: 'web/public-page/page-style.ts', pattern: '/\\s*([{};,])\\s*/g', reason: OWN_STYLE },
  { file: 'web/public-page/page-style.ts', pattern: '/(?<=[{;][a-z-]+): /g', reason: OWN_STYLE },
];
