import { Peer, type PeerOptions } from './smtp-client.ts';
import { PeerFailure } from './smtp-failure.ts';

/**
 * Opens a conversation. Where TLS is welcome but not demanded and fails, once more without it: encryption that cannot be
 * had is no reason to keep mail back. Rejects with a PeerFailure.
 */
export async function openPeer(options: PeerOptions, signal: AbortSignal): Promise<Peer> {
  try {
    return await Peer.open(options, signal);
  } catch (error) {
    const failed = error instanceof PeerFailure && error.step === 'tls' && !options.implicitTls;
    if (!failed || options.demand.kind !== 'opportunistic' || signal.aborted) throw error;
    return Peer.open({ ...options, demand: { kind: 'plain' } }, signal);
  }
}
