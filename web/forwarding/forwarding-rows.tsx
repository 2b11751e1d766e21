import { useState } from 'react';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { HandleSearch } from '../handles/shared/handle-search.tsx';
import { matchingHandles } from '../handles/shared/matching-handles.ts';
import { partOnDemand } from '../ui/part-on-demand.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { ForwardingActions } from './forwarding-actions.tsx';
import { ForwardingRow } from './forwarding-row.tsx';
import type { MailTab } from './mail-tab.ts';

const HandleMail = partOnDemand(async () => (await import('./handle-mail.tsx')).HandleMail);

/** Number of rows rendered at a time. Longer lists also get a search field. */
const PAGE_SIZE = 20;

interface ForwardingRowsProps {
  handles: Handle[];
  records: Forwarding[];
  /** True if the only handle is shown with its mail details. */
  isSingle: boolean;
  /** Tabs of the mail details. */
  tabs: readonly MailTab[];
}

/** A row for each handle, in pages, with the dialogs that the rows open. */
export function ForwardingRows({ handles, records, isSingle, tabs }: ForwardingRowsProps) {
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(PAGE_SIZE);
  const recordOf = new Map(records.map((record) => [record.handle_id, record]));
  const found = matchingHandles(handles, typed);
  const single = isSingle ? handles[0] : undefined;
  const record = single && recordOf.get(single.id);
  return (
    <>
      {handles.length > PAGE_SIZE && (
        <>
          <HandleSearch typed={typed} onType={setTyped} />
          <p role="status" className="sr-only">
            {`${Math.min(shown, found.length)} of ${found.length} handles shown`}
          </p>
        </>
      )}
      <ForwardingActions>
        {(actions) => (
          <>
            <ul className="grid grid-cols-1 gap-4">
              {found.slice(0, shown).map((handle) => (
                <li key={handle.id}>
                  <ForwardingRow
                    handle={handle}
                    record={recordOf.get(handle.id)}
                    actions={actions}
                    isSingle={isSingle}
                  />
                </li>
              ))}
            </ul>
            {single && (
              <HandleMail
                key={single.id}
                handle={single}
                record={record}
                tabs={tabs}
                onChangeAddress={() => actions.edit(single, record)}
              />
            )}
          </>
        )}
      </ForwardingActions>
      {found.length === 0 && <p className="text-soft">None of your handles matches.</p>}
      {found.length > shown && <ShowMore onMore={() => setShown(shown + PAGE_SIZE)} />}
    </>
  );
}
