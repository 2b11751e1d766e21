import type { Plan } from '../../contract/payments/plans.ts';
import type { ExportedSupportRequest } from '../../contract/support/exported-support.ts';
import type { SupportState } from '../../contract/support/support.ts';
import type { SupportRow } from './support-export-store.ts';

/** Returns a request to support as the account export has it. */
export function exportSupportRequest(row: SupportRow): ExportedSupportRequest {
  return {
    subject: row.subject,
    text: row.text,
    handle: row.handle,
    attachedDeliveries: row.attach_deliveries,
    plan: row.plan as Plan | null,
    priority: row.priority,
    state: row.state as SupportState,
    createdAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    answers: row.answers.map(({ text, at }) => ({ text, answeredAt: new Date(at).toISOString() })),
  };
}
