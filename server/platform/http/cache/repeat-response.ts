import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemClock } from '../../jobs/clock.ts';

/** A sent response, recorded so that it can be sent again. */
export interface RecordedResponse {
  status: number;
  /** Alternating names and values, without those that Node adds (Date, Connection, Keep-Alive). */
  headers: string[];
  /** The whole head as sent on a keep-alive connection, before and after the Date line; undefined for other connections. */
  keptAlive: { before: string; after: string } | undefined;
  /** Each byte as one character (latin1), so that head and body are sent in one write; undefined for HEAD and 304. */
  body: string | undefined;
}

/** Headers that belong to one response or one connection. */
const UNREPEATABLE = ['set-cookie', 'connection', 'transfer-encoding', 'trailer'];

/** A private field of Node: the head as text, available once it is complete. Only this file reads and writes it. */
type WithHead = ServerResponse & { _header: string | null };

/** Records a response that has been sent; undefined if it cannot be repeated. */
export function recordResponse(response: ServerResponse, body: string | undefined): RecordedResponse | undefined {
  const { _header: head } = response as WithHead;
  // If a future version of Node stores the head elsewhere, nothing is recorded or repeated.
  const parts = typeof head === 'string' ? /^(.*?\r\n)Date: [^\r\n]*\r\n(Connection: .*)$/s.exec(head) : null;
  if (!parts || UNREPEATABLE.some((name) => response.hasHeader(name))) return undefined;
  const [, before = '', after = ''] = parts;
  const headers = before
    .split('\r\n')
    .slice(1, -1)
    .flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  const keptAlive = after.startsWith('Connection: keep-alive\r\n') ? { before, after } : undefined;
  return { status: response.statusCode, headers, keptAlive, body };
}

/**
 * Sends a recorded response. On HTTP/1.1 with keep-alive it has the recorded head; otherwise Node builds a head from
 * the same headers. Returns false and sends nothing if it was recorded on another kind of connection.
 */
export function repeatResponse(
  request: IncomingMessage,
  response: ServerResponse,
  recorded: RecordedResponse,
): boolean {
  const { status, headers, keptAlive, body } = recorded;
  if (request.httpVersionMinor === 1 && response.shouldKeepAlive) {
    if (!keptAlive) return false;
    response.statusCode = status;
    (response as WithHead)._header = `${keptAlive.before}Date: ${dateNow()}\r\n${keptAlive.after}`;
  } else response.writeHead(status, headers);
  if (body === undefined) response.end();
  else response.end(body, 'latin1');
  return true;
}

let second = 0;
let date = '';

/** Returns the time in the format of the Date header, formatted once a second. */
function dateNow(): string {
  const now = Math.floor(systemClock().getTime() / 1000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1000).toUTCString();
  }
  return date;
}
