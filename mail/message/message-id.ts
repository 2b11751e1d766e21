import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Creates a unique id: ten characters of time, by which ids sort, and ten random characters. */
export function newId(now: Date): string {
  let time = now.getTime();
  let id = '';
  for (let i = 0; i < 10; i++) {
    id = DIGITS[time % 32] + id;
    time = Math.floor(time / 32);
  }
  for (const byte of randomBytes(10)) id += DIGITS[byte & 31];
  return id;
}

/** Returns the time at which an id was created, in milliseconds; NaN if this server did not create it. */
export function timeOfId(id: string): number {
  let time = 0;
  for (let i = 0; i < 10; i++) {
    const digit = DIGITS.indexOf(id[i] ?? '?');
    if (digit < 0) return Number.NaN;
    time = time * 32 + digit;
  }
  return time;
}
