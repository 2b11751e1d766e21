import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import type { Attempt, Outcome } from './open-loop.ts';

/** An attempt that has not ended after this time has failed. Mail servers wait five minutes for a greeting (RFC 5321 4.5.3.2.1). */
const TIMEOUT_MS = { call: 30_000, session: 120_000 };
/**
 * Number of connections to the HTTP server. They stay open, like a proxy's: opening a connection costs more than a
 * refusal.
 */
const CONNECTIONS = 2000;

/** Checks whether a handle is free, which needs one database query, as most calls do. */
export function handleCheck(url: string): Attempt {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS });
  return (number) =>
    new Promise((end) => {
      const request = get(
        `${url}/api/check-handle/overload-${number}`,
        { agent, timeout: TIMEOUT_MS.call },
        (response) => {
          response.resume();
          response.once('end', () => end(outcomeOf(response.statusCode, response.headers['retry-after'])));
          response.once('error', ({ message }) => end(`failed: ${message}`));
        },
      );
      request.once('timeout', () => request.destroy(new Error('no response in time')));
      request.once('error', ({ message }) => end(`failed: ${message}`));
    });
}

function outcomeOf(status: number | undefined, retryAfter: string | undefined): Outcome {
  if (status === 200) return 'served';
  return status === 503 && retryAfter ? 'refused' : `failed: status ${status}`;
}

/**
 * Creates an attempt that sends one message to the next recipient over a separate connection. The lines of `text` end
 * with CRLF.
 */
export function mailSession(
  port: number,
  { text, from, to }: { text: string; from: string; to: (number: number) => string },
): Attempt {
  const data = `${text.replace(/^\./gm, '..')}.\r\n`;
  return (number) =>
    new Promise((end) => {
      const commands = ['EHLO load.example', `MAIL FROM:<${from}>`, `RCPT TO:<${to(number)}>`, 'DATA', data, 'QUIT'];
      const expected = ['220', '250', '250', '250', '354', '250'];
      const socket = connect(port, '127.0.0.1');
      let [received, step] = ['', 0];
      let outcome: Outcome = 'failed: closed';
      socket.setTimeout(TIMEOUT_MS.session, () => socket.destroy(new Error('no response in time')));
      socket.setEncoding('latin1').on('data', (part: string) => {
        received += part;
        const last = /(?:^|\n)(\d{3}) [^\n]*\n$/.exec(received);
        if (!last) return;
        received = '';
        const code = last[1] ?? '';
        if (code !== expected[step]) {
          if (outcome !== 'served') outcome = code.startsWith('4') ? 'refused' : `failed: reply ${code}`;
          return void socket.end('QUIT\r\n');
        }
        if (step === expected.length - 1) outcome = 'served';
        const command = commands[step++] ?? '';
        socket.write(command.endsWith('\n') ? command : `${command}\r\n`);
      });
      socket.once('error', ({ message }) => {
        if (outcome.startsWith('failed')) outcome = `failed: ${message} at step ${step}`;
      });
      socket.once('close', () => end(outcome));
    });
}
