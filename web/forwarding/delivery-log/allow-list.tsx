import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { Button } from '../../ui/form/button.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { policyQuery } from '../policy/policy-query.ts';
import { usePolicyChange } from '../policy/use-policy-change.ts';

/** Allows the mailing list that sent a refused mail. */
export function AllowList({ recordId, listId }: { recordId: number; listId: string }) {
  const { data: policy } = useQuery({ ...policyQuery(recordId), enabled: false });
  const { mutate } = usePolicyChange(recordId);
  if (!policy) return null;
  if (policy.allowedLists.includes(listId)) {
    return <p className="mt-4 pl-11 text-sm text-soft">New mail from this list is forwarded.</p>;
  }
  const undo = () =>
    mutate(({ allowedLists }) => ({ allowedLists: allowedLists.filter((allowed) => allowed !== listId) }));
  return (
    <Button
      variant="ghost"
      className="mt-3 ml-7 max-w-[calc(100%-1.75rem)] text-left whitespace-normal! wrap-anywhere"
      onClick={() => {
        mutate(({ allowedLists }) => ({ allowedLists: [...new Set([...allowedLists, listId])].sort() }));
        toast({ title: 'List allowed', description: listId, action: { label: 'Undo', onClick: undo } });
      }}
    >
      <MailCheck aria-hidden /> Allow the list {listId}
    </Button>
  );
}
