import { ConfigError, parseConfig } from '../server/platform/config/config.ts';

// For the health check of a container: asks the process on METRICS_LISTEN whether it is alive. It needs the same settings
// as the process. It does not check the database, because a restart of Nameplate would not repair it.
try {
  const { metricsListen } = parseConfig(process.env);
  if (!metricsListen) throw new Error('METRICS_LISTEN is off, so the health of this process cannot be checked');
  const host = metricsListen.host.replace(/^(0\.0\.0\.0|::)$/, (any) => (any === '::' ? '::1' : '127.0.0.1'));
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${metricsListen.port}/healthz`;
  const response = await fetch(address, { signal: AbortSignal.timeout(5000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} returned ${response.status}: ${text}`);
  console.log(text);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `Not healthy: ${(error as Error).message}`);
  process.exitCode = 1;
}
