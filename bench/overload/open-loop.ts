import { setTimeout as sleep } from 'node:timers/promises';

/** `refused`: the server reported that it cannot serve now. `failed`: any other end, such as no response in time, with its cause. */
export type Outcome = 'served' | 'refused' | `failed: ${string}`;

/** One request or session, from its start to its end. Never rejects. */
export type Attempt = (number: number) => Promise<Outcome>;

export interface Ended {
  outcome: Outcome;
  /** Milliseconds from the start of the load to the beginning and the end of the attempt. */
  begun: number;
  ended: number;
}

/** Milliseconds between two checks of how many attempts are due. */
const TICK_MS = 5;

/** Keeps `concurrency` attempts in progress for `seconds`, as waiting clients do, to find the highest rate of the server. */
export async function saturate(attempt: Attempt, concurrency: number, seconds: number): Promise<Ended[]> {
  const load = new Load(attempt);
  const client = async () => {
    while (load.elapsed < seconds * 1000) await load.begin();
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  return load.ended;
}

/** Begins `rate` attempts a second for `seconds`, however long each takes, as independent clients do. Waits for all attempts. */
export async function offer(attempt: Attempt, rate: number, seconds: number): Promise<Ended[]> {
  const load = new Load(attempt);
  const attempts: Promise<void>[] = [];
  while (load.elapsed < seconds * 1000) {
    const due = Math.floor((load.elapsed / 1000) * rate);
    while (attempts.length < due) attempts.push(load.begin());
    await sleep(TICK_MS);
  }
  await Promise.all(attempts);
  return load.ended;
}

class Load {
  readonly ended: Ended[] = [];
  readonly #attempt: Attempt;
  readonly #start = performance.now();
  #count = 0;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  get elapsed(): number {
    return performance.now() - this.#start;
  }

  async begin(): Promise<void> {
    const begun = this.elapsed;
    const outcome = await this.#attempt(this.#count++);
    this.ended.push({ outcome, begun, ended: this.elapsed });
  }
}
