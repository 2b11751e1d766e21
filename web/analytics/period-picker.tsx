import { ANALYTICS_PERIODS, type AnalyticsPeriod } from '../../contract/analytics/analytics.ts';
import { Segmented } from '../ui/form/segmented.tsx';
import { periodName } from './format.ts';

interface PeriodPickerProps {
  days: AnalyticsPeriod;
  onPick: (days: AnalyticsPeriod) => void;
}

/** Chooses the period that the screen shows. */
export function PeriodPicker({ days, onPick }: PeriodPickerProps) {
  return (
    <Segmented
      label="Period"
      options={ANALYTICS_PERIODS.map((value) => ({ value, name: periodName(value) }))}
      value={days}
      onChange={onPick}
      className="max-sm:w-full"
    />
  );
}
