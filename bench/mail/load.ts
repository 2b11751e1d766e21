import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  /** smtp-source. */
  program: string;
  /** File with the message. */
  file: string;
  from: string;
  /** Each message goes to this address with a number before it, from 0 or 1 on in each run. */
  to: string;
  port: number;
  connections: number;
  messages: number;
}

/** Sends messages over connections that are kept open; resolves once all were answered with 250. Throws otherwise. */
export async function send({ program, file, from, to, port, connections, messages }: Load): Promise<void> {
  const child = spawn(
    program,
    // biome-ignore format: an option and its value stand together
    ['-4', '-d', '-s', `${connections}`, '-m', `${messages}`, '-F', file, '-f', from, '-N', '-t', to, '-M', 'source.sender.example',
     `127.0.0.1:${port}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const said = text(child.stderr);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`smtp-source ended with ${code}: ${(await said).slice(-500)}`);
}

/** smtp-sink: takes mail and throws it away. */
export interface Sink {
  port: number;
  /** Messages it has taken so far. */
  taken(): number;
  /** Waits until it has taken so many; throws when nothing came for 20 seconds. */
  until(messages: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a sink; `deferring` answers every RCPT with 450. */
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
  // It rewrites one line: "sess=... quit=... mesg=...\r".
  const taken = () => Number(/mesg=\s*(\d+)\D*$/.exec(readFileSync(counters, 'latin1').slice(-200))?.[1] ?? 0);
  return {
    port,
    taken,
    async until(messages) {
      let [last, since] = [taken(), performance.now()];
      while (last < messages) {
        await sleep(10);
        const now = taken();
        if (now > last) [last, since] = [now, performance.now()];
        else if (performance.now() - since > 20_000) throw new Error(`the sink has ${last} of ${messages} messages`);
      }
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** smtp-sink wants an ordinary user when root starts it. */
function asRoot(): string[] {
  return process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
}
