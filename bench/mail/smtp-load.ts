import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  /** The path of smtp-source. */
  program: string;
  /** The file with the message. */
  file: string;
  from: string;
  /** The recipient. smtp-source prefixes it with a number, which starts at 0 or 1 in each run. */
  to: string;
  port: number;
  connections: number;
  messages: number;
}

/** Sends messages over connections that are kept open. Throws unless the server accepts each message with 250. */
export async function send({ program, file, from, to, port, connections, messages }: Load): Promise<void> {
  const child = spawn(
    program,
    // biome-ignore format: keeps each option beside its value
    ['-4', '-d', '-s', `${connections}`, '-m', `${messages}`, '-F', file, '-f', from, '-N', '-t', to, '-M', 'source.sender.example',
     `127.0.0.1:${port}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const errors = text(child.stderr);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`smtp-source ended with ${code}: ${(await errors).slice(-500)}`);
}

/** smtp-sink, which accepts and discards mail. */
export interface Sink {
  port: number;
  /** Returns the number of accepted messages. */
  taken(): number;
  /** Waits until the sink has accepted `count` messages. Throws if no message arrives for 20 seconds. */
  until(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a sink. With `deferring`, it rejects every RCPT with 450. */
export async function startSink(program: string, folder: string, port: number, deferring = false): Promise<Sink> {
  const counters = path.join(folder, `sink-${port}.${deferring ? 'deferring' : 'taking'}`);
  const out = openSync(counters, 'w');
  const options = deferring ? ['-r', 'RCPT'] : [];
  const child: ChildProcess = spawn(
    program,
    ['-4', '-c', '-m', '2000', ...options, ...asRoot(), `127.0.0.1:${port}`, '1000'],
    {
      stdio: ['ignore', out, 'inherit'],
    },
  );
  closeSync(out);
  const ended = once(child, 'exit');
  // smtp-sink rewrites one line: "sess=... quit=... mesg=...\r".
  const taken = () => Number(/mesg=\s*(\d+)\D*$/.exec(readFileSync(counters, 'latin1').slice(-200))?.[1] ?? 0);
  return {
    port,
    taken,
    async until(count) {
      let [last, since] = [taken(), performance.now()];
      while (last < count) {
        await sleep(10);
        const now = taken();
        if (now > last) [last, since] = [now, performance.now()];
        else if (performance.now() - since > 20_000) throw new Error(`the sink has ${last} of ${count} messages`);
      }
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** Returns the options for an unprivileged user, which smtp-sink requires if root starts it. */
function asRoot(): string[] {
  return process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
}
