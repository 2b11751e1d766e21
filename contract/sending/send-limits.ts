/** Maximum recipients of a handle in an hour and in a day. */
export interface SendLimits {
  hour: number;
  day: number;
}

/** In the first week a handle may send one part in this many: a stolen or bought handle cannot send much before it is noticed. */
const FIRST_WEEK_PART = 4;

/** Returns the limits of the first week of sending. */
export function firstWeekLimits({ hour, day }: SendLimits): SendLimits {
  const part = (limit: number) => Math.max(1, Math.floor(limit / FIRST_WEEK_PART));
  return { hour: part(hour), day: part(day) };
}
