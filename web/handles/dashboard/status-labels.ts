import type { Handle } from '../../../contract/handles/handles.ts';

const STATUS_LABELS: Record<Handle['status'], string> = {
  active: 'Active',
  resting: 'Resting',
  suspended: 'Suspended',
  quarantined: 'Quarantined',
};

/** Returns the label for the status of a handle. */
export function statusLabel({ status, givenUpUntil }: Pick<Handle, 'status' | 'givenUpUntil'>): string {
  return givenUpUntil === undefined ? STATUS_LABELS[status] : 'Given up';
}
