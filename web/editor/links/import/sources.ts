/** Services whose pages are imported, and the hosts of their own addresses. */
const SOURCES = [
  { name: 'Linktree', hosts: ['linktr.ee', 'linktree.com', 'assets.production.linktr.ee'] },
  { name: 'Bento', hosts: ['bento.me'] },
  { name: 'Carrd', hosts: ['carrd.co'] },
  { name: 'Beacons', hosts: ['beacons.ai', 'beacons.page'] },
  { name: 'LinkStack', hosts: ['linkstack.org', 'littlelink-custom.com', 'littlelink.io'] },
] as const;

/** Returns the service that an address belongs to. */
export function sourceOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return SOURCES.find(({ hosts }) => hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)))?.name;
}

/** Removes the name of the service after that of the page, as in `Maya | Linktree`. */
export function withoutService(title: string): string {
  const parts = title.split(/ [|·–—-] /u);
  const last = parts.at(-1)?.toLowerCase() ?? '';
  const isService = parts.length > 1 && SOURCES.some(({ name }) => last.includes(name.toLowerCase()));
  return (isService ? parts.slice(0, -1).join(' | ') : title).trim();
}
