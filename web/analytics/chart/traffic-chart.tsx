import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { formatCount } from '../../../contract/counts.ts';
import { formatUtcShortDay, formatUtcWeekday } from '../../../contract/dates.ts';
import { DAY_SECONDS } from '../../../contract/time.ts';
import 'uplot/dist/uPlot.min.css';
import { useTheme } from '../../ui/theme/theme.tsx';
import type { Day, Metric } from '../metrics.ts';

const HEIGHT = 260;
const FONT = '12px system-ui, sans-serif';

export interface TrafficChartProps {
  metric: Metric;
  /** Name of the metric, such as `Views`. */
  name: string;
  days: Day[];
  /** The preceding period of the same length, drawn in a pale colour below the current one. */
  before: Day[] | undefined;
}

/** A line chart with one count per day. Screen readers announce a picture; the table below it has the values. */
export function TrafficChart({ metric, name, days, before }: TrafficChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const { theme } = useTheme();
  const [pointed, setPointed] = useState<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours that are read here
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const chart = new uPlot(
      optionsFor(box, days, before, setPointed),
      [
        days.map(({ date }) => Date.parse(date) / 1000),
        days.map((day) => day[metric]),
        days.map((_day, at) => before?.[at]?.[metric] ?? null),
      ],
      box,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height: HEIGHT }));
    observer.observe(box);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [metric, days, before, theme]);

  const at = pointed ?? days.length - 1;
  const day = days[at];
  const earlier = before?.[at];
  return (
    <div>
      <p
        className="mb-3 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 px-4 text-sm text-soft sm:px-6"
        aria-hidden
      >
        {day && (
          <span className="inline-flex items-center gap-2">
            <span className="h-0.5 w-4 rounded-full bg-accent" />
            {formatUtcWeekday(day.date)}
            <span className="font-semibold text-text tabular-nums">{formatCount(day[metric])}</span>
          </span>
        )}
        {earlier && (
          <span className="inline-flex items-center gap-2">
            <span className="h-0.5 w-4 rounded-full bg-field/60" />
            {formatUtcWeekday(earlier.date)}
            <span className="font-semibold text-text tabular-nums">{formatCount(earlier[metric])}</span>
          </span>
        )}
      </p>
      <div ref={place} role="img" aria-label={`${name} a day as a line chart`} className="min-h-65 overflow-hidden" />
    </div>
  );
}

function optionsFor(
  box: HTMLElement,
  days: Day[],
  before: Day[] | undefined,
  onPoint: (at: number | null) => void,
): uPlot.Options {
  const styles = getComputedStyle(box);
  const colour = (token: string) => styles.getPropertyValue(token).trim();
  const axis = { stroke: colour('--text-soft'), font: FONT, ticks: { show: false } };
  const single = days.length === 1;
  return {
    width: box.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    padding: [8, 28, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(4, max * 1.1)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 36,
        space: 72,
        values: (_chart, splits) => splits.map((at) => formatUtcShortDay(at * 1000)),
        incrs: DAY_STEPS,
      },
      {
        ...axis,
        grid: { stroke: colour('--border'), width: 1 },
        size: 56,
        incrs: WHOLE_STEPS,
        values: (_chart, splits) => splits.map(formatCount),
      },
    ],
    series: [
      {},
      {
        stroke: colour('--accent'),
        width: 2,
        points: { show: single },
        fill: (chart) => fade(chart, colour('--accent')),
      },
      { show: before !== undefined, stroke: colour('--field'), alpha: 0.45, width: 1.5, points: { show: single } },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  };
}

/** Distances of labels: whole days in seconds, and whole counts. */
const DAY_STEPS = [1, 2, 7, 14, 28, 56, 91].map((step) => step * DAY_SECONDS);
const WHOLE_STEPS = [1, 2, 5]
  .flatMap((step) => [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8].map((power) => step * power))
  .sort((a, b) => a - b);

/** The area below the line, fading out downwards. */
function fade(chart: uPlot, colour: string): CanvasGradient {
  const { top, height } = chart.bbox;
  const gradient = chart.ctx.createLinearGradient(0, top, 0, top + height);
  gradient.addColorStop(0, `${colour}33`);
  gradient.addColorStop(1, `${colour}00`);
  return gradient;
}
