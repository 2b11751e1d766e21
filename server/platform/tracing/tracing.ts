import type { IncomingHttpHeaders } from 'node:http';

/** Values of a span: codes, counts and patterns, never an address, a handle or a path. */
export type SpanValues = Record<string, string | number | boolean>;

/** A measured piece of work. */
export interface Span {
  set(values: SpanValues): void;
  end(failed: boolean): void;
}

export interface SpanOptions {
  kind: 'server' | 'consumer';
  /** Headers of the request. Their `traceparent` is used only with OTEL_TRUST_TRACEPARENT=yes. */
  headers?: IncomingHttpHeaders;
}

/** Creates spans and sends them. */
export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  /** Sends the waiting spans, within a time limit. Never rejects. */
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;

/** Starts a span; undefined if traces are off. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return tracer?.start(name, options);
}

/** Runs work in a span, which is marked as failed if the work rejects. Without traces, only runs the work. */
export async function inSpan<T>(name: string, values: SpanValues, work: (span?: Span) => Promise<T>): Promise<T> {
  const span = startSpan(name, { kind: 'consumer' });
  if (!span) return work();
  span.set(values);
  let failed = true;
  try {
    const result = await work(span);
    failed = false;
    return result;
  } finally {
    span.end(failed);
  }
}

/** Sets the tracer of this process; undefined turns traces off. */
export function setTracer(given: Tracer | undefined): void {
  tracer = given;
}
