/** Maximum number of recipients of a handle per hour and per day. */
export interface SendLimits {
  hour: number;
  day: number;
}

/** Divides the limits in the first week, because a stolen or bought handle must not send much before it is noticed. */
const FIRST_WEEK_PART = 4;

/** Returns the limits of the first week of sending. */
export function firstWeekLimits({ hour, day }: SendLimits): SendLimits {
  const part = (limit: number) => Math.max(1, Math.floor(limit / FIRST_WEEK_PART));
  return { hour: part(hour), day: part(day) };
}
