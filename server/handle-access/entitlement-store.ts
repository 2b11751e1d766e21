import { type RawBuilder, sql } from 'kysely';
import { HANDLE_MAX_LENGTH } from '../../contract/handles/handle-rules.ts';
import { FEATURES, type Feature, planHasFeature } from '../../contract/payments/features.ts';
import type { Plan } from '../../contract/payments/plans.ts';

/**
 * SQL: the plan whose features every handle has, or null. Each query reads it, so that a change holds from its commit on,
 * in every process.
 */
export const COMMON_FEATURES = sql<Plan | null>`(
  select document #>> '{names,features}' from site where document #>> '{claims,mode}' <> 'open')`;

/** SQL for a query of handles by this name: whether the row's handle has a feature while it is active. */
export function hasFeature(feature: Feature, handles = sql.ref('handles')): RawBuilder<boolean> {
  const lengths = Array.from({ length: HANDLE_MAX_LENGTH }, (_, at) => at + 1).filter((length) =>
    planHasFeature('x'.repeat(length), feature, null),
  );
  return sql`(length(${handles}.handle) = any(${lengths}::integer[]) or ${COMMON_FEATURES} = any(${FEATURES[feature]}::text[]))`;
}
