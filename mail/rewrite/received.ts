import { mailDate } from '../message/time.ts';

export interface Hop {
  /** HELO name; any text. */
  helo: string;
  address: string;
  /** RFC 3848 keyword: SMTP, ESMTP, ESMTPS, UTF8SMTP... */
  protocol: string;
  by: string;
  id: string;
  /** Recipient of this copy; null if it would disclose other recipients (RFC 5321 7.2). */
  recipient: string | null;
  at: Date;
}

/** Returns the Received field (RFC 5321 4.4) with its line ends. */
export function receivedLine(hop: Hop): string {
  const lines = [
    `Received: from ${heloToken(hop.helo)} (${addressLiteral(hop.address)})`,
    `\tby ${hop.by} with ${hop.protocol} id ${hop.id}`,
  ];
  if (hop.recipient) lines.push(`\tfor <${hop.recipient}>`);
  lines[lines.length - 1] += ';';
  lines.push(`\t${mailDate(hop.at)}`);
  return `${lines.join('\r\n')}\r\n`;
}

function addressLiteral(address: string): string {
  return address.includes(':') ? `[IPv6:${address}]` : `[${address}]`;
}

/** Returns the HELO name without characters that could end the field. */
function heloToken(helo: string): string {
  const token = helo.replace(/[^a-z0-9.:_[\]-]/gi, '?').slice(0, 255);
  return token === '' ? 'unknown' : token;
}
