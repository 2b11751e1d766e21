import { fields, fieldValue } from '../message/header.ts';

/**
 * Returns the missing Date and Message-ID fields (RFC 5322 3.6): large providers reject mail without them. A field that a
 * signature lists in `h=` is not added, since that would break the signature (RFC 6376 5.4).
 */
export function missingFields(head: Buffer, { date, messageId }: { date: string; messageId: string }): string {
  const all = fields(head);
  const isMissing = (wanted: string) => !all.some(({ name }) => name === wanted);
  const missing = ['date', 'message-id'].filter(isMissing);
  if (missing.length === 0) return '';
  const signed = signedNames(head);
  const lines = { date: `Date: ${date}\r\n`, 'message-id': `Message-ID: ${messageId}\r\n` } as Record<string, string>;
  return missing.map((name) => (signed.has(name) ? '' : lines[name])).join('');
}

/** Returns the lower-case names of the fields that any signature covers. */
function signedNames(head: Buffer): Set<string> {
  const names = new Set<string>();
  for (const field of fields(head)) {
    if (field.name !== 'dkim-signature' && field.name !== 'arc-message-signature') continue;
    for (const tag of fieldValue(head, field).split(';')) {
      const equals = tag.indexOf('=');
      if (tag.slice(0, equals).trim() !== 'h') continue;
      for (const name of tag.slice(equals + 1).split(':')) names.add(name.trim().toLowerCase());
    }
  }
  return names;
}
