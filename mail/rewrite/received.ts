export interface Hop {
  /** What the client called itself; it may be anything. */
  helo: string;
  address: string;
  /** As in RFC 3848: SMTP, ESMTP, ESMTPS, UTF8SMTP... */
  protocol: string;
  by: string;
  id: string;
  /** The recipient of this copy; null when naming one would tell of others (RFC 5321 7.2). */
  recipient: string | null;
  at: Date;
}

/** The Received field of RFC 5321 4.4, its line ends included. */
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

/** A date as RFC 5322 3.3 writes it, in UTC. */
export function mailDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}

function addressLiteral(address: string): string {
  return address.includes(':') ? `[IPv6:${address}]` : `[${address}]`;
}

/** The client's own name, so that nothing in it can end the comment, the field or the line. */
function heloToken(helo: string): string {
  const token = helo.replace(/[^a-z0-9.:_[\]-]/gi, '?').slice(0, 255);
  return token === '' ? 'unknown' : token;
}
