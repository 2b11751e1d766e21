/**
 * Returns the network under which a client address is counted: the IPv4 address itself, or the /64 of an IPv6 address,
 * which providers assign to one customer.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const groups = groupsOf(address);
  // An IPv4 client of a socket that listens on IPv6 (RFC 4291 2.5.5.2).
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [6, 7].flatMap((at) => [(groups[at] ?? 0) >> 8, (groups[at] ?? 0) & 0xff]).join('.');
  }
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/**
 * Returns the networks under which a client address is counted, smallest first: that of `networkOf`, and for IPv6 the
 * /48, which providers assign to one site.
 */
export function networksOf(address: string): string[] {
  const network = networkOf(address);
  if (!network.includes(':')) return [network];
  return [network, `${network.split(':').slice(0, 3).join(':')}::/48`];
}

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [before = [], after = []] = address.replace(/%.*/, '').split('::').map(numbersOf);
  const zeros = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<number>(zeros).fill(0), ...after];
}

function numbersOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
