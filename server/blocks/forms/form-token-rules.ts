import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PageForm } from '../../../contract/page-forms/page-forms.ts';
import { DAY } from '../../../contract/time.ts';
import { deriveKeys } from '../../platform/crypto/secrets.ts';

const MAC_BYTES = 16;
/**
 * Milliseconds that a person needs at least, for a form that was drawn for one visitor. The browser may fill in name and address, so
 * joining a list takes a press only; the other forms have a text that nobody else writes.
 */
const MIN_AGE: Record<DrawnForm['form'], number> = { contact: 3000, report: 3000, subscribe: 1000 };
/** A form of a cached page is valid on the day on which the page was drawn and on the two days after it. */
const PAGE_DAYS = 2;

/** What a token states: we have drawn this form of this block. */
export interface DrawnForm {
  handle: string;
  form: PageForm | 'report';
  blockId: string;
}

function macOf(key: Buffer, { handle, form, blockId }: DrawnForm, time: string): Buffer {
  return createHmac('sha256', key).update([handle, form, blockId, time].join('\n')).digest().subarray(0, MAC_BYTES);
}

function issue(secrets: string[], drawn: DrawnForm, time: string): string {
  const [key] = deriveKeys(secrets, 'page form');
  if (!key) throw new Error('no secret to sign with');
  return `${time}.${macOf(key, drawn, time).toString('base64url')}`;
}

/** Returns the token for a form inside a cached page: it is the same for everybody, and states the day only. */
export function pageFormToken(secrets: string[], drawn: DrawnForm, now: Date): string {
  return issue(secrets, drawn, `d${Math.floor(now.getTime() / DAY).toString(36)}`);
}

/** Returns the token for a form that is drawn for one visitor. It states the moment. */
function freshFormToken(secrets: string[], drawn: DrawnForm, now: Date): string {
  return issue(secrets, drawn, `t${now.getTime().toString(36)}`);
}

/**
 * Returns the token for a form that is shown again. It keeps its own, so that its time counts from the first drawing. One that was open too
 * long gets a token that is valid at once, because its fields are filled in already.
 */
export function nextFormToken(secrets: string[], drawn: DrawnForm, token: string, now: Date): string {
  const state = checkFormToken(secrets, drawn, token, now);
  if (state === 'valid' || state === 'early') return token;
  return freshFormToken(secrets, drawn, state === 'late' ? new Date(now.getTime() - MIN_AGE[drawn.form]) : now);
}

/** Returns whether we have drawn this form; `early` if no person can have filled it in since, `late` if it was open too long. */
export function checkFormToken(
  secrets: string[],
  drawn: DrawnForm,
  token: string,
  now: Date,
): 'valid' | 'early' | 'late' | 'invalid' {
  const [, kind, digits = '', mac = ''] = /^([dt])([0-9a-z]{1,9})\.([\w-]{22})$/.exec(token) ?? [];
  if (!kind) return 'invalid';
  const given = Buffer.from(mac, 'base64url');
  const isOurs = deriveKeys(secrets, 'page form').some((key) =>
    timingSafeEqual(macOf(key, drawn, kind + digits), given),
  );
  if (!isOurs) return 'invalid';
  const time = Number.parseInt(digits, 36);
  if (kind === 'd') return Math.floor(now.getTime() / DAY) - time <= PAGE_DAYS ? 'valid' : 'late';
  const age = now.getTime() - time;
  if (age > DAY) return 'late';
  return age < MIN_AGE[drawn.form] ? 'early' : 'valid';
}
