import { createHash, sign } from 'node:crypto';
import type { SigningKey } from '../host/signing-key.ts';
import { type Field, signableFields } from '../message/header.ts';

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
 * ends, and the field itself. Signs here and now: every core has a mail process of its own, so a thread could only take
 * turns with this one, which costs more than it saves.
 */
export function signField(name: string, tags: string[], covered: string, key: SigningKey): Signed {
  const value = `${tags.join(`;${FOLD}`)};${FOLD}b=`;
  const canonical = `${name.toLowerCase()}:${relaxed(value)}`;
  const folded = foldEvery(72, signatureOf(Buffer.from(covered + canonical, 'latin1'), key));
  return { field: `${name}: ${value}${folded}\r\n`, relaxed: `${canonical}${relaxed(folded)}\r\n` };
}

/** A field of ours in canonical form (RFC 6376 3.4.2), line end included; it folds by CRLF and a tab only. */
export function relaxedField(name: string, value: string): string {
  return `${name.toLowerCase()}:${relaxed(value)}\r\n`;
}

function relaxed(value: string): string {
  return value.replaceAll(FOLD, ' ');
}

function foldEvery(width: number, text: string): string {
  let folded = text.slice(0, width);
  for (let at = width; at < text.length; at += width) folded += FOLD + text.slice(at, at + width);
  return folded;
}

function signatureOf(bytes: Buffer, { privateKey }: SigningKey): string {
  const isEd25519 = privateKey.asymmetricKeyType === 'ed25519';
  const data = isEd25519 ? createHash('sha256').update(bytes).digest() : bytes;
  return sign(isEd25519 ? null : 'sha256', data, privateKey).toString('base64');
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
