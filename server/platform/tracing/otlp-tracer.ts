import { hostname } from 'node:os';
import { type Context, isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { VERSION } from '../jobs/heartbeat.ts';
import type { Logger } from '../log/log.ts';
import { withTimeout } from '../with-timeout.ts';
import type { SpanOptions, Tracer } from './tracing.ts';

/** Milliseconds allowed for one request to the collector, and for the last one when the process ends. */
const EXPORT_TIMEOUT_MS = 5000;
const STOP_TIMEOUT_MS = 2000;
/** Milliseconds between two log lines about a collector that cannot be reached. */
const QUIET_MS = 60_000;
/** Spans that wait for the collector; further ones are dropped. */
const MAX_WAITING = 2048;

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER };

/** W3C Trace Context, 3.2: version 00, trace, parent and flags. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Creates a tracer that sends spans by OTLP over HTTP, in batches and in the background. */
export function createTracer(
  { endpoint, trustTraceparent }: { endpoint: string; trustTraceparent: boolean },
  log: Logger,
): Tracer {
  const url = `${endpoint}${endpoint.endsWith('/') ? '' : '/'}v1/traces`;
  const exporter = withWarnings(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }), log);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env.OTEL_SERVICE_NAME || 'nameplate',
      'service.version': VERSION,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, { maxQueueSize: MAX_WAITING, exportTimeoutMillis: EXPORT_TIMEOUT_MS }),
    ],
  });
  const tracer = provider.getTracer('nameplate');

  /**
   * Ignores the header by default, because with it a stranger could have every request sampled, or join requests to one trace.
   */
  function parentOf({ headers }: SpanOptions): Context {
    const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(String(headers?.traceparent)) ?? [];
    if (!trustTraceparent || !traceId || !spanId) return ROOT_CONTEXT;
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
    return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  }

  return {
    start(name, options) {
      const span = tracer.startSpan(name, { kind: KINDS[options.kind] }, parentOf(options));
      return {
        set: (values) => void span.setAttributes(values),
        end(failed) {
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async stop() {
      await withTimeout(provider.shutdown(), STOP_TIMEOUT_MS, () => {}).catch(() => {});
    },
  };
}

/** Logs, at most once a minute, that spans could not be sent and were dropped. */
function withWarnings(exporter: SpanExporter, log: Logger): SpanExporter {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && performance.now() >= quietUntil) {
          quietUntil = performance.now() + QUIET_MS;
          log.warn({ event: 'trace.export_failed', err: result.error }, 'traces could not be sent to the collector');
        }
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
