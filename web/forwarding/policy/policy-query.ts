import { calls } from '../../../contract/paths.ts';
import { resourceQuery } from '../../api/query-client.ts';

/** Loads the schema of the mail rules. */
export const loadPolicy = async () => (await import('../../../contract/forwarding/mail-policy.ts')).mailPolicy;

/** The mail rules of a forwarding record. */
export function policyQuery(recordId: number) {
  return {
    ...resourceQuery(calls.mailPolicy(recordId), loadPolicy),
    // A stop link or the mail server may have changed the rules, so each visit refetches them.
    staleTime: 0,
  };
}
