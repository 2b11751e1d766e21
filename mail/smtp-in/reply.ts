import type { SmtpReplyError } from '../message/smtp-reply-error.ts';

/** A reply to a command, or to a message (RFC 5321 4.2). */
export interface Reply {
  code: number;
  /** Begins with the enhanced code where RFC 2034 requires one. Several lines in the reply to EHLO. */
  text: string | string[];
  /** Action of the server after this reply; 421 always closes the connection. */
  next?: 'read-message' | 'start-tls' | 'close';
}

/** A reply line holds 512 octets with its code and CRLF (RFC 5321 4.5.3.1.5). */
const MAX_TEXT = 500;

/** Texts may repeat the client's input, whose control characters must not split the reply. */
const CONTROL = /\p{Cc}/gu;

/** Reply codes for protocol errors of the client, such as a command before TLS, but not for rejected recipients. */
const PROTOCOL_ERRORS = new Set([500, 501, 502, 503, 504, 530, 538, 555]);

/** Returns the reply for an error. */
export function replyOf(error: SmtpReplyError): Reply {
  return { code: error.responseCode, text: error.message };
}

/** Returns whether the reply is about the syntax or the order of commands. */
export function isProtocolError({ code }: Reply): boolean {
  return PROTOCOL_ERRORS.has(code);
}

/** Returns the lines of a reply with their line ends. */
export function formatReply({ code, text }: Reply): string {
  const lines = typeof text === 'string' ? [text] : text;
  return lines
    .map((line, at) => `${code}${at < lines.length - 1 ? '-' : ' '}${truncate(line.replace(CONTROL, ' '))}\r\n`)
    .join('');
}

function truncate(text: string): string {
  if (Buffer.byteLength(text) <= MAX_TEXT) return text;
  return Buffer.from(text)
    .subarray(0, MAX_TEXT)
    .toString()
    .replace(/\ufffd+$/, '');
}
