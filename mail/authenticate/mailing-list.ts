import { fields, fieldValue } from '../message/header.ts';
import { getAlignment } from './mailauth-internals.ts';

const MAX_LIST_ID = 255;
/** RFC 2919 3: a dot-atom whose last labels are a domain. */
const LIST_ID = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)+$/;

/**
 * Returns the List-Id of a message if one of `signers`, the domains whose signatures pass, is aligned with it; '' otherwise.
 * A List-Id alone proves nothing: any sender can write one.
 */
export function signedList(head: Buffer, signers: string[]): string {
  if (signers.length === 0) return '';
  const found = fields(head).filter(({ name }) => name === 'list-id');
  const [field] = found;
  if (!field || found.length > 1) return '';
  const listId = readListId(fieldValue(head, field));
  return listId !== '' && getAlignment(listId, signers) ? listId : '';
}

/** Returns the lower-case identifier of a List-Id field without its description, or ''. */
function readListId(value: string): string {
  const end = value.endsWith('>') ? value.length - 1 : value.length;
  const id = value
    .slice(value.lastIndexOf('<', end) + 1, end)
    .trim()
    .toLowerCase();
  return id.length <= MAX_LIST_ID && LIST_ID.test(id) ? id : '';
}

/** Returns whether `allowed` contains this List-Id or one of its parent domains. */
export function allowsList(allowed: ReadonlySet<string>, listId: string): boolean {
  if (listId === '' || allowed.size === 0) return false;
  const labels = listId.split('.');
  return labels.some((_label, at) => allowed.has(labels.slice(at).join('.')));
}
