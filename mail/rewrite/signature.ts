import { createHash, sign } from 'node:crypto';
import type { SigningKey } from '../host/runtime.ts';
import { type Field, signableFields } from '../message/header.ts';

/** The only folding in our own fields, which makes their canonical form trivial. */
const FOLD = '\r\n\t';
/** Limit for signed fields of one name. */
const MAX_PER_NAME = 20;

/** Returns the signing algorithm of a key (RFC 6376 3.3, RFC 8463). */
export function algorithmOf({ privateKey }: SigningKey): string {
  return privateKey.asymmetricKeyType === 'ed25519' ? 'ed25519-sha256' : 'rsa-sha256';
}

/** A signature field as sent and in canonical form, both with line end. */
export interface SignedField {
  field: string;
  relaxed: string;
}

/**
 * Creates the signature field `name`. The signature covers `covered`, in canonical form, and the field itself. Signs
 * synchronously: each core has its own mail process, so the thread pool would only add overhead.
 */
export function signField(name: string, tags: string[], covered: string, key: SigningKey): SignedField {
  const value = `${tags.join(`;${FOLD}`)};${FOLD}b=`;
  const canonical = `${name.toLowerCase()}:${relaxed(value)}`;
  const folded = foldEvery(72, signatureOf(Buffer.from(covered + canonical, 'latin1'), key));
  return { field: `${name}: ${value}${folded}\r\n`, relaxed: `${canonical}${relaxed(folded)}\r\n` };
}

/** Returns one of our own fields in canonical form (RFC 6376 3.4.2) with line end. */
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
 * Returns the names for `h=` and the canonical lines of the fields to sign. `oversign` lists each name once more than it
 * occurs, so that no field can be added (RFC 6376 8.15).
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
    const found = (byName.get(name) ?? []).toReversed().slice(0, MAX_PER_NAME);
    for (const field of found) {
      list.push(name);
      lines += relaxedLine(head.toString('latin1', field.start, field.end));
    }
    if (oversign) list.push(name);
  }
  return { h: fold(list), lines };
}

/** Folds the names for `h=`, eight per line. */
function fold(names: string[]): string {
  const lines: string[] = [];
  for (let at = 0; at < names.length; at += 8) lines.push(names.slice(at, at + 8).join(':'));
  return lines.join(`:${FOLD}`);
}

/** Returns any field in canonical form (RFC 6376 3.4.2) with line end. `line` is decoded as Latin-1. */
export function relaxedLine(line: string): string {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon).replace(/[ \t\r\n]/g, '');
  const value = line.slice(colon + 1).replace(/\r\n/g, '');
  return `${name.toLowerCase()}:${value.replace(/[ \t]+/g, ' ').replace(/^ | $/g, '')}\r\n`;
}
