import { formatExactTime } from '../../../contract/dates.ts';
import { formatRelativeTime } from './format-relative-time.ts';

/** A past time as text, such as `5 minutes ago`; the exact time is its title. */
export function RelativeTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactTime(at)} className="tabular-nums">
      {formatRelativeTime(at)}
    </time>
  );
}
