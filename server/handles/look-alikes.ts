/** Names that no handle may contain as a part: the service's and its payment provider's. */
const BRANDS = ['nameplate', 'paypal'];

/** Roles that people trust with passwords and money on any service. */
const ROLES = (
  'abuse admin administrator billing helpdesk hostmaster moderator postmaster refund refunds root security ssladmin support sysadmin ' +
  'webmaster'
).split(' ');

/** Words that make a role sound official. Without a role or a brand they are ordinary words. */
const OFFICIAL = (
  'account accounts alert alerts center centre client clients contact customer customers department dept desk email help info login ' +
  'mail member members message messages notice notices notification notifications official online password signin staff team update ' +
  'updates user users verification verify verified'
).split(' ');

/** Folds digits and letter pairs into the letters that they resemble (as in UTS 39, over the alphabet of handles). */
function folded(text: string): string {
  return text
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(
      /[013457i]/g,
      (letter) => ({ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', i: 'l' })[letter] ?? '',
    );
}

const foldedSet = (names: string[]) => new Set(names.map(folded));
const [BRAND, ROLE, FILLER] = [foldedSet(BRANDS), foldedSet(ROLES), foldedSet(OFFICIAL)];

/**
 * Returns whether a handle seems to belong to the service or the payment provider: it contains a brand as a part
 * (`nameplate-support`, `my.paypal`), or it consists only of roles, brands and official words, at least one of them a
 * role or a brand (`security-team`, `postmaster1`, `r00t`, `supportdesk`). A handle with any other word is taken as
 * personal: `support-my-band`.
 */
export function impersonatesService(handle: string): boolean {
  const parts = handle.split(/[.-]+/).flatMap((part) => [part, part.replace(/^\d+|\d+$/g, '')].map(folded));
  if (parts.some((part) => BRAND.has(part))) return true;
  const whole = folded(handle.replace(/[.-]/g, ''));
  if (whole.includes('paypal')) return true;
  const bare = handle
    .split(/[.-]+/)
    .map((part) => part.replace(/^\d+|\d+$/g, ''))
    .join('');
  return isOfficial(whole) || isOfficial(folded(bare));
}

/**
 * Returns whether a text is a sequence of official words, at least one of them a role or a brand. Handles have 30
 * letters at most.
 */
function isOfficial(text: string): boolean {
  // For each prefix length: whether the prefix is a sequence of these words, and if so, whether it can contain a role
  // or a brand.
  const reached: ('no' | 'plain' | 'official')[] = ['plain', ...Array<'no'>(text.length).fill('no')];
  for (let from = 0; from < text.length; from++) {
    if (reached[from] === 'no') continue;
    for (let to = from + 1; to <= text.length; to++) {
      const piece = text.slice(from, to);
      if (ROLE.has(piece) || BRAND.has(piece)) reached[to] = 'official';
      else if (FILLER.has(piece) && reached[to] !== 'official') reached[to] = reached[from] ?? 'no';
    }
  }
  return reached.at(-1) === 'official';
}
