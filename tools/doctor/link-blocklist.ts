import type { Config } from '../../server/platform/config/config.ts';
import { DomainList } from '../../server/platform/config/domain-list.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Checks the list of domains to which pages may not link. Returns nothing if no list is set. */
export async function checkLinkBlocklist({ linkBlocklist: file }: Pick<Config, 'linkBlocklist'>): Promise<Finding[]> {
  if (file === undefined) return [];
  const list = new DomainList(file);
  try {
    await list.refresh();
  } catch (error) {
    const what = `LINK_BLOCKLIST: ${file} cannot be read (${(error as Error).message})`;
    return [
      wrong(what, 'make it a text file that Nameplate can read, with one domain per line, or remove LINK_BLOCKLIST'),
    ];
  }
  const what = `LINK_BLOCKLIST: ${list.size} domains`;
  if (list.invalidLines > 0) return [note(`${what}; lines that are not domains: ${list.invalidLines}`)];
  return [list.size > 0 ? ok(what) : note(`${what}: the file is empty`)];
}
