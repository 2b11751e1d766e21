import type { FastifyBaseLogger } from 'fastify';
import { DomainList } from '../platform/config/domain-list.ts';
import { StartError } from '../platform/config/start-error.ts';

/** Milliseconds between checks of the file. */
const CHECK_MS = 60_000;

/**
 * Opens the list of domains that pages may not link to (LINK_BLOCKLIST). In production, an unreadable file is a
 * StartError: pages would show forbidden links until someone noticed. Local mode continues without the list.
 */
export async function openLinkBlocklist(
  { linkBlocklist: file, production }: { linkBlocklist: string | undefined; production: boolean },
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<DomainList> {
  const list = new DomainList(file);
  try {
    await list.refresh();
  } catch (error) {
    const message = `LINK_BLOCKLIST: ${file} cannot be read (${(error as Error).message}). It must be a text file with one domain a line.`;
    if (production) throw new StartError(message, error);
    log.warn({ event: 'links.blocklist_unreadable', file }, message);
  }
  return list;
}

/**
 * Reads the file again when it has changed, at most once a minute, and calls `onChange`. Returns a function that stops this.
 */
export function watchLinkBlocklist(
  list: DomainList,
  { onChange, log }: { onChange: () => void; log: Pick<FastifyBaseLogger, 'info' | 'error'> },
): { check(): Promise<void>; stop(): void } {
  let isUnreadable = false;
  async function check(): Promise<void> {
    try {
      const changed = await list.refresh();
      isUnreadable = false;
      if (!changed) return;
      const { size: domains, invalidLines } = list;
      log.info({ event: 'links.blocklist_read', domains, invalidLines }, 'the list of LINK_BLOCKLIST has changed');
      onChange();
    } catch (error) {
      // Logged once for each outage, not once a minute. The list that was read before stays in force.
      if (!isUnreadable)
        log.error({ event: 'links.blocklist_unreadable', err: error }, 'LINK_BLOCKLIST cannot be read');
      isUnreadable = true;
    }
  }
  const timer = setInterval(() => void check(), CHECK_MS).unref();
  return { check, stop: () => clearInterval(timer) };
}
