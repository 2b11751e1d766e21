import { fields, fieldValue } from '../header.ts';

const MAX_ID_LENGTH = 500;
const ID = /<[^<>\s]+>/g;

/** Returns the Message-ID of a message with its angle brackets; '' if it has none. */
export function messageIdOf(head: Buffer): string {
  const field = fields(head).find(({ name }) => name === 'message-id');
  return (field && fieldValue(head, field).match(ID)?.[0]) ?? '';
}

/** Returns whether a field names messages of the same thread (RFC 5322 3.6.4). */
export function isThreadField({ name }: { name: string }): boolean {
  return name === 'in-reply-to' || name === 'references';
}

/**
 * Returns the distinct ids in In-Reply-To and References, newest first, without ids that are too long to be looked up.
 */
export function threadIds(head: Buffer): string[] {
  const ids = fields(head)
    .filter(isThreadField)
    .flatMap((field) => fieldValue(head, field).match(ID) ?? [])
    .filter((id) => id.length <= MAX_ID_LENGTH);
  return [...new Set(ids.toReversed())];
}

/** Returns an In-Reply-To or References field with some of its ids replaced. */
export function withThreadIds(field: Buffer, replaced: ReadonlyMap<string, string>): Buffer {
  return Buffer.from(
    field.toString('latin1').replace(ID, (id) => replaced.get(id) ?? id),
    'latin1',
  );
}
