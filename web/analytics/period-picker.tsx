import { ANALYTICS_PERIODS, type AnalyticsPeriod } from '../../contract/analytics/analytics.ts';
import { periodName } from './format.ts';

interface PeriodPickerProps {
  days: AnalyticsPeriod;
  onPick: (days: AnalyticsPeriod) => void;
}

/** Chooses the period that the screen shows. */
export function PeriodPicker({ days, onPick }: PeriodPickerProps) {
  return (
    <fieldset className="flex rounded-control border border-border bg-muted p-1 max-sm:w-full">
      <legend className="sr-only">Period</legend>
      {ANALYTICS_PERIODS.map((period) => (
        <label
          key={period}
          className="relative grid min-h-9 cursor-pointer place-items-center rounded-[calc(var(--radius-control)-4px)] px-3 text-sm font-semibold whitespace-nowrap text-soft transition-colors hover:text-text has-checked:bg-surface has-checked:text-text has-checked:shadow-soft has-focus-visible:outline-2 has-focus-visible:outline-focus max-sm:flex-1 max-sm:px-1 sm:px-4"
        >
          <input
            type="radio"
            name="period"
            className="sr-only"
            checked={period === days}
            onChange={() => onPick(period)}
          />
          {periodName(period)}
        </label>
      ))}
    </fieldset>
  );
}
