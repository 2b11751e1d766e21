import { useState } from 'react';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { HandleSearch } from '../own-handles/handle-search.tsx';
import { MailStateLine } from '../own-handles/mail-state/mail-state-line.tsx';
import { matchingHandles } from '../own-handles/matching-handles.ts';
import { ShowMore } from '../ui/show-more.tsx';
import { ForwardingActions } from './actions/forwarding-actions.tsx';
import { ForwardingRow } from './forwarding-row.tsx';

/** Number of rows rendered at a time. Longer lists also get a search field. */
const PAGE_SIZE = 20;

/** A row for each handle, in pages, with the dialogs that the rows open. */
export function ForwardingRows({ handles, records }: { handles: Handle[]; records: Forwarding[] }) {
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(PAGE_SIZE);
  const recordOf = new Map(records.map((record) => [record.handle_id, record]));
  const found = matchingHandles(handles, typed);
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
          <ul className="grid grid-cols-1 gap-4">
            {found.slice(0, shown).map((handle) => (
              <li key={handle.id}>
                <ForwardingRow handle={handle} record={recordOf.get(handle.id)} actions={actions} isSingle={false}>
                  {recordOf.has(handle.id) && <MailStateLine handle={handle} />}
                </ForwardingRow>
              </li>
            ))}
          </ul>
        )}
      </ForwardingActions>
      {found.length === 0 && <p className="text-soft">None of your handles matches.</p>}
      {found.length > shown && <ShowMore onMore={() => setShown(shown + PAGE_SIZE)} />}
    </>
  );
}
