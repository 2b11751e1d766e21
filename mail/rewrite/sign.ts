import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { type Field, signableFields } from '../header.ts';
import type { SigningKey } from '../ports.ts';

const signAsync = promisify<string | null, Buffer, KeyObject, Buffer>(sign);
/** Our own fields fold here and nowhere else, so that their canonical form is known without reading them. */
const FOLD = '\r\n\t';
/** More fields of one name than this are not signed: nobody reads them. */
const MOST_OF_A_NAME = 20;

/** The name of the algorithm by which a key signs (RFC 6376 3.3, RFC 8463). */
export function algorithmOf({ privateKey }: SigningKey): string {
  return privateKey.asymmetricKeyType === 'ed25519' ? 'ed25519-sha256' : 'rsa-sha256';
}

/** A signature field of ours, as it goes out and in canonical form, line end included. */
export interface Signed {
  field: string;
  relaxed: string;
}

/**
 * Completes the signature field `name` with the tags given: its signature covers `covered`, canonical lines with their
 * ends, and the field itself. Signs in the thread pool.
 */
export async function signField(name: string, tags: string[], covered: string, key: SigningKey): Promise<Signed> {
  const value = `${tags.join(`;${FOLD}`)};${FOLD}b=`;
  const canonical = `${name.toLowerCase()}:${relaxed(value)}`;
  const signature = await signatureOf(Buffer.from(covered + canonical, 'latin1'), key);
  const folded = signature.replace(/.{72}(?=.)/g, `$&${FOLD}`);
  return { field: `${name}: ${value}${folded}\r\n`, relaxed: `${canonical}${relaxed(folded)}\r\n` };
}

/** A field of ours in canonical form (RFC 6376 3.4.2), line end included; it folds by CRLF and a tab only. */
export function relaxedField(name: string, value: string): string {
  return `${name.toLowerCase()}:${relaxed(value)}\r\n`;
}

function relaxed(value: string): string {
  return value.replaceAll(FOLD, ' ');
}

async function signatureOf(bytes: Buffer, { privateKey }: SigningKey): Promise<string> {
  const isEd25519 = privateKey.asymmetricKeyType === 'ed25519';
  const data = isEd25519 ? createHash('sha256').update(bytes).digest() : bytes;
  return (await signAsync(isEd25519 ? null : 'sha256', data, privateKey)).toString('base64');
}

/**
 * Fields of a header to be signed: their names for `h=` and their canonical lines. With `oversign` each name stands once
 * more than there are fields of it, so that none can be added (RFC 6376 8.15).
 */
export function coverFields(head: Buffer, names: readonly string[], oversign: boolean): { h: string; lines: string } {
  const byName = new Map<string, Field[]>();
  for (const field of signableFields(head)) {
    const same = byName.get(field.name);
    if (same) same.push(field);
    else byName.set(field.name, [field]);
  }
  const list: string[] = [];
  let lines = '';
  for (const name of names) {
    const found = (byName.get(name) ?? []).toReversed().slice(0, MOST_OF_A_NAME);
    for (const field of found) {
      list.push(name);
      lines += relaxedLine(head.toString('latin1', field.start, field.end));
    }
    if (oversign) list.push(name);
  }
  return { h: fold(list), lines };
}

/** Names for `h=`, eight a line. */
function fold(names: string[]): string {
  const lines: string[] = [];
  for (let at = 0; at < names.length; at += 8) lines.push(names.slice(at, at + 8).join(':'));
  return lines.join(`:${FOLD}`);
}

/** Any field in canonical form, line end included (RFC 6376 3.4.2). `line` is in Latin-1, byte for byte. */
export function relaxedLine(line: string): string {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon).replace(/[ \t\r\n]/g, '');
  const value = line.slice(colon + 1).replace(/\r\n/g, '');
  return `${name.toLowerCase()}:${value.replace(/[ \t]+/g, ' ').replace(/^ | $/g, '')}\r\n`;
}
