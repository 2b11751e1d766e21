/** Returns the sample of a metric with these labels, in any order, from a METRICS_LISTEN on loopback; undefined if it is absent. */
export async function readMetric(
  port: number,
  name: string,
  labels: Record<string, string> = {},
): Promise<number | undefined> {
  const scraped = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = scraped.split('\n').find((one) => {
    const [, found, given = ''] = /^(\w+)(?:\{(.*)\})? /.exec(one) ?? [];
    return found === name && Object.entries(labels).every(([key, value]) => given.includes(`${key}="${value}"`));
  });
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}
