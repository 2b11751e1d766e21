import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { Button } from '../../ui/form/button.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { policyQuery } from '../policy/policy-query.ts';
import { usePolicyChange } from '../policy/use-policy-change.ts';

/** Blocks the address of a sender. A whole domain is blocked in the mail rules. */
export function BlockSender({ recordId, address }: { recordId: number; address: string }) {
  const { data: policy } = useQuery({ ...policyQuery(recordId), enabled: false });
  const { mutate } = usePolicyChange(recordId);
  if (!policy) return null;
  if (policy.blocked.includes(address)) {
    return <p className="mt-4 pl-11 text-sm text-soft">Mail from this address is now refused.</p>;
  }
  const unblock = () => mutate(({ blocked }) => ({ blocked: blocked.filter((pattern) => pattern !== address) }));
  return (
    <Button
      variant="ghost"
      className="mt-3 ml-7 max-w-[calc(100%-1.75rem)] text-left whitespace-normal! wrap-anywhere"
      onClick={() => {
        mutate(({ blocked }) => ({ blocked: [...new Set([...blocked, address])].sort() }));
        toast({ title: 'Blocked', description: address, action: { label: 'Undo', onClick: unblock } });
      }}
    >
      <Ban aria-hidden /> Block this sender
    </Button>
  );
}
