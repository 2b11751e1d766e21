/**
 * A limit between the growth of a linear parser from n to 8n, which is eightfold, and that of a quadratic one, which is
 * 64-fold.
 */
const MAX_GROWTH = 16;
/** Milliseconds below which a measurement proves nothing. */
const NOISE = 40;
/** Milliseconds of one run beyond which the growth is measured with shorter inputs. */
const ENOUGH = 400;
const SAMPLES = 5;

/**
 * Throws if the CPU time for a text grows faster than its length, which is at most `limit`. It measures the longest text once and
 * the shortest twice; if the result is suspicious, the medians of five measurements decide.
 */
export async function assertLinear(build: (length: number) => string, limit: number, run: (text: string) => unknown) {
  let most = await timeOf(build(limit), run);
  if (most < NOISE) return;
  const short = build(limit / 8);
  // A short text that is slow by chance would excuse a quadratic parser.
  if (isLinear(Math.min(await timeOf(short, run), await timeOf(short, run)), most)) return;
  let longest = limit;
  for (; most > ENOUGH; most = await timeOf(build(longest), run)) longest /= 2;
  const medians: number[] = [];
  for (const part of [8, 4, 2, 1]) medians.push(await medianOf(build(longest / part), run));
  const [least = 0, , , last = 0] = medians;
  if (isLinear(least, last)) return;
  const times = medians.map((time) => time.toFixed(1)).join(', ');
  throw new Error(`${times} ms of CPU time for n to 8n = ${Math.floor(longest)} characters: not linear`);
}

/** Returns whether the times for n and 8n fit a linear parser. */
function isLinear(least: number, last: number): boolean {
  return last <= MAX_GROWTH * least + NOISE;
}

async function medianOf(text: string, run: (text: string) => unknown): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) times.push(await timeOf(text, run));
  return times.sort((one, other) => one - other)[Math.floor(SAMPLES / 2)] ?? 0;
}

/** Milliseconds of CPU time of one run. */
async function timeOf(text: string, run: (text: string) => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await run(text);
  } catch (error) {
    if (isMistake(error)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Returns whether an error shows that the call was wrong or the parser has a defect. Any other error may be a rejection
 * of the input.
 */
function isMistake(error: unknown): boolean {
  return error instanceof ReferenceError || (error instanceof TypeError && !('code' in error));
}
