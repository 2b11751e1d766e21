import { useQuery } from '@tanstack/react-query';
import type { MailQueue } from '../../contract/admin.ts';
import { calls } from '../../contract/paths.ts';
import { errorWords } from '../lib/error-words.ts';
import { reading } from '../lib/query-client.ts';
import { ErrorState } from '../ui/message-state.tsx';
import { formatCount, formatDate } from './format.ts';
import { type Column, ListTable } from './list-table.tsx';
import { When } from './when.tsx';

/** Every visit looks anew: mail comes and goes by itself. */
const queueQuery = {
  ...reading(calls.adminMailQueue(), async () => (await import('../../contract/admin.ts')).mailQueue),
  staleTime: 0,
};

type Destination = MailQueue['destinations'][number];
const COLUMNS: Column<Destination>[] = [
  { title: 'Destination', cell: ({ domain }) => <span className="font-medium">{domain}</span> },
  { title: 'Mails', numeric: true, cell: ({ count }) => formatCount(count) },
  { title: 'Oldest', cell: ({ oldest }) => <When date={oldest} /> },
  { title: 'Next Try', cell: ({ nextTry }) => <When date={nextTry} /> },
  { title: 'Last Words', cell: ({ lastWords }) => <span className="text-soft">{lastWords}</span> },
];

/** Mail that could not be delivered yet. */
export function QueueTab() {
  const { data, error, isFetching, refetch } = useQuery(queueQuery);
  if (error && !data) {
    return (
      <ErrorState
        message={errorWords(error, 'Failed to load the mail queue. Please try again.')}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  return (
    <div className="grid gap-3">
      {data && (
        <p className="text-sm text-soft">
          {data.count === 0
            ? 'No mail is waiting.'
            : `${formatCount(data.count)} waiting, the oldest since ${formatDate(data.oldest)}.`}
        </p>
      )}
      {data?.count !== 0 && (
        <ListTable
          label="Mail queue by destination"
          columns={COLUMNS}
          items={data?.destinations}
          idOf={({ domain }) => domain}
        />
      )}
    </div>
  );
}
