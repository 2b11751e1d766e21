import type { Config } from '../config/config.ts';
import type { Logger } from '../log/log.ts';
import { setTracer } from './tracing.ts';

/** Sends traces to OTEL_EXPORTER_OTLP_ENDPOINT if it is set. Otherwise OpenTelemetry is not loaded. */
export async function startTracing(
  { tracing }: Pick<Config, 'tracing'>,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  if (!tracing.endpoint) return { stop: async () => {} };
  const { createTracer } = await import('./otlp-tracer.ts');
  const tracer = createTracer({ ...tracing, endpoint: tracing.endpoint }, log);
  setTracer(tracer);
  return {
    async stop() {
      setTracer(undefined);
      await tracer.stop();
    },
  };
}
