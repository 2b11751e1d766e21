import { getMailPolicy } from '../../../contract/forwarding/mail-policy.ts';
import { queryOf } from '../../api/query-client.ts';

/** The mail rules of a forwarding record. */
export function policyQuery(recordId: number) {
  return {
    ...queryOf(getMailPolicy, { id: recordId }),
    // A stop link or the mail server may have changed the rules, so each visit refetches them.
    staleTime: 0,
  };
}
