import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';
import { isAddressShown } from '../../contract/profiles/shown-address.ts';
import { networkOf } from '../../contract/social/networks.ts';
import { isLinkAddress } from '../../contract/social/platforms.ts';

/** Octets of a line without its end (RFC 2426 2.6). */
const MAX_LINE_OCTETS = 75;

/**
 * Returns a profile as a vCard, version 3.0 (RFC 2426), which phones and Outlook support. The display name is used as
 * the given name, because its parts are not known.
 */
export function vcardOf(profile: PublicProfile, site: Site): string {
  const { username, bio } = profile;
  const name = oneLine(profile.displayName) || username;
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `FN:${escapeText(name)}`, `N:;${escapeText(name)};;;`];
  if (bio?.trim()) lines.push(`NOTE:${escapeText(bio.trim())}`);
  if (isAddressShown(profile)) lines.push(`EMAIL;TYPE=INTERNET:${escapeText(`${username}@${site.mailDomain}`)}`);
  lines.push(`URL:${site.origin}${pages.profile(username)}`);
  for (const [index, link] of shown(profile).entries()) {
    // A group connects an address with its label.
    lines.push(`item${index + 1}.URL:${link.url}`, `item${index + 1}.X-ABLabel:${escapeText(link.name)}`);
  }
  lines.push('END:VCARD', '');
  return lines.map(fold).join('\r\n');
}

function shown(profile: PublicProfile): { name: string; url: string }[] {
  const networks = profile.blocks.flatMap((block) => {
    if (block.type === 'network') return [block];
    return block.type === 'icons' ? block.items : [];
  });
  return networks.flatMap(({ platform, url }) => {
    const network = networkOf(platform);
    // Parsing escapes characters that could end the line.
    return network && isLinkAddress(url) ? [{ name: network.name, url: new URL(url).href }] : [];
  });
}

function oneLine(text: string | null): string {
  return (text ?? '').replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/**
 * Escapes a text value (RFC 2426 4): backslash, semicolon and comma are escaped, line ends become \n, and other control
 * characters are removed.
 */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|[\n\u0085\u2028\u2029]/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '');
}

/** Folds a line at 75 octets, but not within a character; continuation lines begin with a space. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_LINE_OCTETS) {
      parts.push(part);
      part = '';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
