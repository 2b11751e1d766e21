import * as z from 'zod/mini';
import { parseAddress } from '../addresses.ts';
import { formatCount } from '../counts.ts';
import { isBlank, isShown, NOT_SHOWN } from '../text.ts';

/** Reasons for reporting a page. */
export const REPORT_REASONS = ['spam', 'phishing', 'impersonation', 'illegal', 'copyright', 'adult', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The reasons as screens show them. */
export const REASON_NAMES: Record<ReportReason, string> = {
  spam: 'Spam or scam',
  phishing: 'Phishing or malware',
  impersonation: 'Impersonation',
  illegal: 'Illegal content',
  copyright: 'Copyright',
  adult: 'Adult content without notice',
  other: 'Something else',
};

/** Maximum lengths in characters. */
export const REPORT_MAX = { text: 1000, address: 500, email: 254 } as const;

/**
 * Creates a schema for a text field: trimmed, with LF line breaks. The first limit rejects a huge text before it is
 * processed.
 */
function field(max: number, { lines = false, blank = '' } = {}) {
  const tooLong = `Please use at most ${formatCount(max)} characters.`;
  return z.string().check(
    z.maxLength(max * 4, tooLong),
    z.overwrite((text) => text.replace(/\r\n?/g, '\n').trim()),
    z.refine((text) => blank === '' || !isBlank(text), blank),
    z.refine((text) => [...text].length <= max, tooLong),
    z.refine((text) => isShown(lines ? text.replaceAll('\t', ' ') : text, lines), NOT_SHOWN),
  );
}

/** POST /{handle}/report, as application/x-www-form-urlencoded. `address` and `email` may be empty. */
export const pageReport = z.object({
  reason: z.enum(REPORT_REASONS, 'Please choose a reason.'),
  text: field(REPORT_MAX.text, { lines: true, blank: 'Please describe what is wrong.' }),
  address: field(REPORT_MAX.address),
  email: z.string().check(
    z.maxLength(REPORT_MAX.email * 4, 'Please enter a valid email address.'),
    z.overwrite((text) => text.trim()),
    z.refine((text) => text === '' || parseAddress(text) !== null, 'Please enter a valid email address.'),
    z.overwrite((text) => parseAddress(text) ?? text),
  ),
});
export type PageReport = z.output<typeof pageReport>;
