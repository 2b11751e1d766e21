import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { ACTIVITY_DAYS, type Activity } from '../../../contract/teams/teams.ts';
import { distinctItems } from '../../api/distinct-items.ts';
import { errorText } from '../../api/error-text.ts';
import { MoreItems } from '../../ui/more-items.tsx';
import { Empty, Loading, Panel, Section } from '../../ui/section.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { activityQuery } from '../team-query.ts';
import { activityText } from './activity-text.ts';

const FAILED = 'We could not load the activity. Please try again.';

/** Who changed what in the last 90 days. */
export function ActivitySection({ handleId }: { handleId: number }) {
  const { data, error, isFetching, refetch, ...list } = useInfiniteQuery(activityQuery(handleId));
  const entries = distinctItems(data);
  return (
    <Section title="Activity" about={`Who changed what in the last ${ACTIVITY_DAYS} days.`}>
      {!entries && (
        <Loading
          label="Loading the activity"
          failed={error !== null && errorText(error, FAILED)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {entries?.length === 0 && (
        <Panel>
          <Empty icon={<History aria-hidden />} title="Nothing has changed yet">
            <p>Changes to the page, the mail and the team appear here.</p>
          </Empty>
        </Panel>
      )}
      {entries && entries.length > 0 && (
        <div>
          <ol
            aria-label="Activity"
            className="divide-y divide-border rounded-card border border-border bg-surface shadow-soft"
          >
            {entries.map((entry) => (
              <li key={entry.id}>
                <Entry entry={entry} />
              </li>
            ))}
          </ol>
          <MoreItems list={list} reason={errorText(error, FAILED)} />
        </div>
      )}
    </Section>
  );
}

function Entry({ entry }: { entry: Activity }) {
  const { verb, object, fields } = activityText(entry);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-4 py-3 text-sm sm:px-6">
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-medium wrap-anywhere">{entry.by ?? 'A deleted account'}</span> {verb}
        {object && <span className="font-medium wrap-anywhere"> {object}</span>}
        {fields && <span className="text-soft"> ({fields})</span>}
      </p>
      <span className="text-soft">
        <RelativeTime at={entry.at} />
      </span>
    </div>
  );
}
