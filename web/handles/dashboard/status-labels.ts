import type { Handle } from '../../../contract/handles/handles.ts';

export const STATUS_LABELS: Record<Handle['status'], string> = {
  active: 'Active',
  resting: 'Resting',
  suspended: 'Suspended',
  quarantined: 'Quarantined',
};
