import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { MailPolicy } from '../../../contract/forwarding/mail-policy.ts';
import { EntryList, type ParsedEntries } from './entry-list.tsx';
import { readLists } from './read-lists.ts';
import { usePolicyChange } from './use-policy-change.ts';

/** Mailing lists whose mail is forwarded although it fails the DMARC policy of its author. */
export function AllowedLists({ record, policy: { allowedLists } }: { record: Forwarding; policy: MailPolicy }) {
  const { mutate } = usePolicyChange(record.id);

  async function parse(text: string): Promise<ParsedEntries> {
    const { allowedList, MAX_ALLOWED_LISTS } = await import('../../../contract/forwarding/mail-policy.ts');
    const { valid, invalid } = readLists(text, allowedList);
    if (invalid.length > 0) return { error: `This is not a List-Id or a domain: ${invalid[0]}` };
    if (valid.length === 0) return { error: 'Please enter a List-Id, such as team.lists.example.org.' };
    if (new Set([...allowedLists, ...valid]).size > MAX_ALLOWED_LISTS) {
      return { error: `You can allow at most ${MAX_ALLOWED_LISTS} lists.` };
    }
    return { entries: valid };
  }

  return (
    <EntryList
      title="Allowed mailing lists"
      description="Some lists change messages, which breaks the sender’s signature. If the sender’s domain asks for that (DMARC), such mail is refused, because forgeries look the same. Mail from a list that you allow here is forwarded if the list signed it."
      listLabel="Allowed lists"
      removeLabel="Remove"
      field={{
        label: 'List-Id or domain of a mailing list',
        help: 'Each message of a list has a List-Id header, which your mail program shows in the source of the message. A domain allows all its lists.',
        placeholder: 'team.lists.example.org',
        submit: 'Allow',
      }}
      entries={allowedLists}
      parse={parse}
      onAdd={(added) =>
        mutate((current) => ({ allowedLists: [...new Set([...current.allowedLists, ...added])].sort() }))
      }
      onRemove={(listId) =>
        mutate((current) => ({ allowedLists: current.allowedLists.filter((entry) => entry !== listId) }))
      }
    />
  );
}
