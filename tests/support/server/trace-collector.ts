import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as OTLP has it in JSON. */
interface SentSpan {
  name: string;
  traceId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

export type TraceCollector = Awaited<ReturnType<typeof startTraceCollector>>;

/** Starts an OpenTelemetry collector that keeps the spans it gets by OTLP over HTTP. */
export async function startTraceCollector() {
  const spans: SentSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    for (const { scopeSpans } of body.resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(request.url === '/v1/traces' ? 200 : 404).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
