import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { pathOf } from '../../../contract/call.ts';
import type { Delivery, DeliveryState } from '../../../contract/forwarding/delivery-log.ts';
import { getDeliveries } from '../../../contract/forwarding/delivery-log.ts';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { Button } from '../../ui/form/button.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { useSearch } from '../../ui/form/use-search.ts';
import { STATE_DISPLAY } from '../shared/delivery/delivery-state.ts';
import { DeliveryList } from './delivery-list.tsx';
import { TestMail } from './test-mail.tsx';

/** "Where did it go?": the messages of the last 90 days with their delivery events, and a button for a test mail. */
export function DeliveryLogSection({
  handle,
  record,
  address,
}: {
  handle: Handle;
  record: Forwarding;
  address: string;
}) {
  const titleId = useId();
  const { typed, setTyped, search, clear } = useSearch();
  const [state, setState] = useState<DeliveryState | ''>('');
  const [direction, setDirection] = useState<Delivery['direction'] | ''>('');

  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-4">
      <div>
        <h2 id={titleId} className="text-xl font-semibold">
          Where did it go?
        </h2>
        <p className="mt-1 max-w-[60ch] text-soft">
          Every message to and from <span className="wrap-anywhere">{address}</span> and what happened to it. Kept for
          up to 90 days.
        </p>
      </div>
      <TestMail mail={handle.mail} record={record} address={address} />
      <search className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-3 sm:grid-cols-[minmax(0,1fr)_9.5rem_11rem_auto]">
        <SearchField
          label="Find a message by its addresses"
          placeholder="Find an address"
          value={typed}
          onChange={setTyped}
          className="max-sm:col-span-3"
        />
        <Select
          aria-label="Received or sent"
          value={direction}
          onChange={(event) => setDirection(event.target.value as Delivery['direction'] | '')}
        >
          <option value="">In and out</option>
          <option value="received">Received</option>
          <option value="sent">Sent</option>
        </Select>
        <Select
          aria-label="Show"
          value={state}
          onChange={(event) => setState(event.target.value as DeliveryState | '')}
        >
          <option value="">All mail</option>
          {Object.entries(STATE_DISPLAY).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
        <Refresh recordId={record.id} />
      </search>
      <DeliveryList
        record={record}
        address={address}
        filter={{ search, state, direction }}
        onClear={() => {
          clear();
          setState('');
          setDirection('');
        }}
      />
    </section>
  );
}

function Refresh({ recordId }: { recordId: number }) {
  const client = useQueryClient();
  const queryKey = [pathOf(getDeliveries, { id: recordId })];
  const isBusy = useIsFetching({ queryKey }) > 0;
  return (
    <Button
      variant="secondary"
      busy={isBusy}
      aria-label="Look again"
      className="min-w-11 px-3!"
      onClick={() => void client.invalidateQueries({ queryKey })}
    >
      <RotateCw aria-hidden />
    </Button>
  );
}
