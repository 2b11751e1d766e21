import { SmtpClient, type SmtpClientOptions } from './smtp-client.ts';
import { SmtpFailure } from './smtp-failure.ts';

/** Opens a connection. If opportunistic TLS fails, retries without TLS. Rejects with an SmtpFailure. */
export async function openClient(options: SmtpClientOptions, signal: AbortSignal): Promise<SmtpClient> {
  try {
    return await SmtpClient.open(options, signal);
  } catch (error) {
    const failed = error instanceof SmtpFailure && error.step === 'tls' && !options.implicitTls;
    if (!failed || options.tlsPolicy.kind !== 'opportunistic' || signal.aborted) throw error;
    return SmtpClient.open({ ...options, tlsPolicy: { kind: 'plain' } }, signal);
  }
}
