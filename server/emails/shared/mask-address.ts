import { domainOf } from '../../../contract/addresses.ts';

/** Masks an address, such as `a***@i***.org`. The owner recognises the result, but others cannot use it. */
export function maskAddress(address: string): string {
  const domain = domainOf(address);
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  return `${[...address][0]}***@${domain[0]}***.${ending}`;
}
