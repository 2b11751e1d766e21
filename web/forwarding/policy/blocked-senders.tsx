import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { MailPolicy } from '../../../contract/forwarding/mail-policy.ts';
import { EntryList, type ParsedEntries } from './entry-list.tsx';
import { readPatterns } from './read-patterns.ts';
import { usePolicyChange } from './use-policy-change.ts';

/** Addresses and domains whose mail is refused. */
export function BlockedSenders({ record, policy: { blocked } }: { record: Forwarding; policy: MailPolicy }) {
  const { mutate } = usePolicyChange(record.id);

  async function parse(text: string): Promise<ParsedEntries> {
    const { blockPattern, MAX_BLOCKED_SENDERS } = await import('../../../contract/forwarding/mail-policy.ts');
    const { valid, invalid } = readPatterns(text, blockPattern);
    if (invalid.length > 0) {
      const rest = invalid.length > 3 ? ` and ${invalid.length - 3} more` : '';
      const named = `${invalid.slice(0, 3).join(', ')}${rest}`;
      return {
        error: `Not an address or a domain: ${named}. Write name@shop.example, or @shop.example for all of it.`,
      };
    }
    if (valid.length === 0)
      return { error: 'Write an address, such as name@shop.example, or @shop.example for all of it.' };
    if (new Set([...blocked, ...valid]).size > MAX_BLOCKED_SENDERS) {
      return { error: `You can block at most ${MAX_BLOCKED_SENDERS} addresses and domains.` };
    }
    return { entries: valid };
  }

  return (
    <EntryList
      title="Blocked senders"
      description="We refuse their mail and tell them so. A domain includes all its addresses and subdomains."
      listLabel="Blocked"
      removeLabel="Unblock"
      field={{
        label: 'Address or domain to block',
        help: 'An address, or a whole domain such as @shop.example. To add several, paste a list.',
        placeholder: 'name@shop.example',
        submit: 'Block',
        inputMode: 'email',
      }}
      entries={blocked}
      parse={parse}
      onAdd={(added) => mutate((current) => ({ blocked: [...new Set([...current.blocked, ...added])].sort() }))}
      onRemove={(pattern) => mutate((current) => ({ blocked: current.blocked.filter((entry) => entry !== pattern) }))}
    />
  );
}
