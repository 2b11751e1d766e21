import { FEATURES } from '../../../contract/payments/features.ts';
import { planForHandle } from '../../../contract/payments/plans.ts';
import {
  MAX_MESSAGE_BYTES,
  MAX_RECIPIENTS,
  type PauseReason,
  type SendingStatus,
} from '../../../contract/sending/sending.ts';
import { isEntitled } from '../../handle-access/entitlement.ts';
import { requireHandle } from '../../handle-access/handle-access.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { limitsOf, sendingUse } from '../limits/limits-rules.ts';
import { findSendingSettings } from './status-store.ts';

/** Returns what a handle may send now, what it has sent, and the server for its mail programs. Throws `not_found`. */
export async function sendingStatusOf(
  { db, config, now }: { db: Queryable; config: Config; now: Date },
  at: Target,
): Promise<SendingStatus> {
  const found = await requireHandle(db, at);
  const { id, handle, paid_until } = found;
  const { mail } = config;
  const settings = await findSendingSettings(db, id);
  // A handle without sending is shown the limits of the smallest plan with sending.
  const full = limitsOf(found, mail.sendLimits) ?? mail.sendLimits[FEATURES.sending[0]];
  const use = await sendingUse(db, full, { handleId: id, firstSentAt: settings?.first_sent_at ?? null }, now);
  return {
    address: `${handle}@${mail.domain}`,
    plan: planForHandle(handle),
    entitled: isEntitled(found, 'sending'),
    availableFrom: FEATURES.sending[0],
    paidUntil: paid_until?.toISOString() ?? null,
    // A port of 0 means off.
    server: {
      host: mail.hostname,
      submissions: config.submissionsPort || null,
      submission: config.submissionPort || null,
    },
    limits: {
      ...use.limits,
      perMessage: MAX_RECIPIENTS,
      size: MAX_MESSAGE_BYTES,
      reducedUntil: use.reducedUntil?.toISOString() ?? null,
    },
    used: use.used,
    paused: settings?.paused_at
      ? { at: settings.paused_at.toISOString(), reason: settings.pause_reason as PauseReason }
      : null,
  };
}
