import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PageForm } from '../../../contract/page-forms/page-forms.ts';
import { DAY } from '../../../contract/time.ts';
import { deriveKeys } from '../../platform/crypto/secrets.ts';

const MAC_BYTES = 16;
/**
 * The minimum milliseconds that a person needs for a form rendered for one visitor. A browser may fill in name and
 * address, so joining a list takes only a click; the other forms need a typed text.
 */
const MIN_AGE: Record<DrawnForm['form'], number> = { contact: 3000, report: 3000, subscribe: 1000 };
/** A form of a cached page is valid on the day on which the page was rendered and on the next two days. */
const PAGE_DAYS = 2;

/** The statement of a token: we rendered this form of this block. */
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

/** Returns the token for a form inside a cached page. It is the same for everyone and states only the day. */
export function pageFormToken(secrets: string[], drawn: DrawnForm, now: Date): string {
  return issue(secrets, drawn, `d${Math.floor(now.getTime() / DAY).toString(36)}`);
}

/** Returns the token for a form that is rendered for one visitor. It states the time. */
function freshFormToken(secrets: string[], drawn: DrawnForm, now: Date): string {
  return issue(secrets, drawn, `t${now.getTime().toString(36)}`);
}

/**
 * Returns the token for a form that is shown again. The form keeps its token, so that its time runs from the first rendering.
 * If the form was open too long, it gets a token without a minimum time, because its fields are already filled in.
 */
export function nextFormToken(secrets: string[], drawn: DrawnForm, token: string, now: Date): string {
  const state = checkFormToken(secrets, drawn, token, now);
  if (state === 'valid' || state === 'early') return token;
  return freshFormToken(secrets, drawn, state === 'late' ? new Date(now.getTime() - MIN_AGE[drawn.form]) : now);
}

/**
 * Returns whether we rendered this form; `early` if no person could have filled it in since, `late` if it was open too long.
 */
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
