import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTraceCollector, type TraceCollector } from '../../../tests/support/server/trace-collector.ts';
import type { Logger } from '../log/log.ts';
import { createTracer } from './otlp-tracer.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
let collector: TraceCollector;
beforeAll(async () => {
  collector = await startTraceCollector();
});
afterAll(() => collector?.close());

/** Sends one span for a request with this `traceparent`, and returns whether it was sampled and joined the trace. */
async function joins(trustTraceparent: boolean, traceparent: string | string[] | undefined) {
  collector.spans.length = 0;
  const tracer = createTracer({ endpoint: collector.endpoint, trustTraceparent }, console as unknown as Logger);
  tracer.start('GET /', { kind: 'server', headers: { traceparent } }).end(false);
  await tracer.stop();
  const [span] = collector.spans;
  return span && { isJoined: span.traceId === TRACE, hasParent: span.parentSpanId === PARENT };
}

it.each<[string, string | string[] | undefined]>([
  ['is missing', undefined],
  ['has another version', `01-${TRACE}-${PARENT}-01`],
  ['has a trace of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
  ['has a parent of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['has capital letters', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
  ['has more than four fields', `00-${TRACE}-${PARENT}-01-00`],
  ['occurs twice', [`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-01`]],
])('begins a new trace despite OTEL_TRUST_TRACEPARENT=yes if the header %s', async (_, traceparent) => {
  expect(await joins(true, traceparent)).toEqual({ isJoined: false, hasParent: false });
});

it('joins the trace of the proxy with OTEL_TRUST_TRACEPARENT=yes, and follows its decision not to sample', async () => {
  expect(await joins(true, `00-${TRACE}-${PARENT}-01`)).toEqual({ isJoined: true, hasParent: true });
  expect(await joins(true, `00-${TRACE}-${PARENT}-03`)).toEqual({ isJoined: true, hasParent: true });
  expect(await joins(true, `00-${TRACE}-${PARENT}-00`)).toBeUndefined();
});

it('begins a sampled trace, whatever the header, without OTEL_TRUST_TRACEPARENT', async () => {
  for (const flags of ['00', '01']) {
    expect(await joins(false, `00-${TRACE}-${PARENT}-${flags}`)).toEqual({ isJoined: false, hasParent: false });
  }
});
