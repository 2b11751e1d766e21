/** A pattern that is not linear, or about which recheck cannot decide, and the reason for accepting it. */
export interface Exception {
  /** `/source/flags` or the start of it; absent for a pattern that is built at run time. */
  pattern?: string;
  file: string;
  reason: string;
}

const OWN_STYLE = 'reads our own style sheets, once at start';
const REPLY = 'reads a reply that shortLine has truncated to 500 characters';
const ADDRESS = 'reads an email address, which has at most 254 characters';
const NETWORK = 'reads the address of a connection, which has at most 45 characters';
const HANDLE = 'reads a handle, which has at most 30 characters';

/** Exceptions to the check for superlinear patterns. Each pattern reads input that is short or our own. */
export const EXCEPTIONS: Exception[] = [
  {
    file: 'server/profiles/static-page/static-page.ts',
    pattern: '/ (?:srcset|sizes',
    reason: 'reads a document that we rendered; a quote ends each attempt',
  },
  { file: 'mail/smtp-out/client/classify-reply.ts', pattern: '/mailbox (is |was )?(full|over)', reason: REPLY },
  { file: 'mail/smtp-out/client/classify-reply.ts', pattern: '/block(ed)? using|black', reason: REPLY },
  { file: 'mail/smtp-out/client/classify-reply.ts', pattern: '/too many (connection|concurrent', reason: REPLY },
  { file: 'mail/smtp-out/client/classify-reply.ts', pattern: '/gr[ae]y-?list|too many', reason: REPLY },
  { file: 'mail/smtp-in/commands.ts', pattern: '/^(?:mail from|rcpt to)', reason: 'reads a command of at most 4 KB' },
  { file: 'mail/smtp-in/reply.ts', pattern: '/\\ufffd+$/', reason: 'reads our own reply of at most 500 bytes' },
  { file: 'mail/smtp-in/checks/client-network.ts', pattern: '/(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)/', reason: NETWORK },
  {
    file: 'mail/reply/inbox-mentions.ts',
    reason: 'contains the addresses of the inbox as literals and no repetition',
  },
  {
    file: 'mail/message/mime/mime-splitter.ts',
    reason: 'each attempt begins at a semicolon and ends at the next one or at a quote',
  },
  { file: 'server/mail/mta-sts-routes.ts', reason: 'contains MAIL_DOMAIN and no repetition' },
  { file: 'server/handles/look-alikes.ts', pattern: '/^\\d+|\\d+$/g', reason: HANDLE },
  {
    file: 'contract/blocks/blocks.ts',
    pattern: '/^\\p{RGI_Emoji}$/v',
    reason: 'recheck does not know the flag v; reads at most 64 characters and has no repetition',
  },
  { file: 'server/platform/config/paypal-config.ts', pattern: '/\\/+$/', reason: 'reads a setting' },
  {
    file: 'server/platform/http/cache/repeat-response.ts',
    pattern: '/^(.*?\\r\\n)Date: ',
    reason: 'reads the head of our own response',
  },
  { file: 'web/forwarding/delivery-log/sender-name.ts', pattern: '/\\+[^@]*@/', reason: ADDRESS },
  { file: 'web/api/client.ts', pattern: '/<([^>]*)>\\s*;', reason: 'reads the Link header of our own server' },
  {
    file: 'web/public-page/social-image-art.tsx',
    pattern: '/(-?\\d+)deg/',
    reason: 'reads the gradient of our own theme',
  },
  { file: 'contract/colours/contrast.ts', pattern: '/#[0-9a-f]{3,8}|rgba?', reason: OWN_STYLE },
  { file: 'web/public-page/minify-css.ts', pattern: '/\\/\\*[\\s\\S]*?\\*\\//g', reason: OWN_STYLE },
  { file: 'web/public-page/minify-css.ts', pattern: '/\\s*([{};,])\\s*/g', reason: OWN_STYLE },
  { file: 'web/public-page/minify-css.ts', pattern: '/(?<=[{;][a-z-]+): /g', reason: OWN_STYLE },
];
