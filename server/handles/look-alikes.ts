/** Names that nobody may bear as a part of theirs: the service's, and the one that takes its money. */
const BRANDS = ['nameplate', 'paypal'];

/** Roles that people trust with passwords and money, at any service. */
const ROLES = (
  'abuse admin administrator billing helpdesk hostmaster moderator postmaster refund refunds root security ssladmin support sysadmin ' +
  'webmaster'
).split(' ');

/** What is put around a role to make it sound official. Alone, or with anything else, these are ordinary. */
const OFFICIAL = (
  'account accounts alert alerts center centre client clients contact customer customers department dept desk email help info login ' +
  'mail member members message messages notice notices notification notifications official online password signin staff team update ' +
  'updates user users verification verify verified'
).split(' ');

/** Digits and letter pairs as a hurried eye reads them (UTS 39's idea, over our alphabet). */
function folded(text: string): string {
  return text
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(
      /[013457i]/g,
      (letter) => ({ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', i: 'l' })[letter] ?? '',
    );
}

const foldedSet = (words: string[]) => new Set(words.map(folded));
const [BRAND, ROLE, FILLER] = [foldedSet(BRANDS), foldedSet(ROLES), foldedSet(OFFICIAL)];

/**
 * Whether a handle reads as if the service or the payment provider spoke: a brand is one of its parts (`nameplate-support`,
 * `my.paypal`), or it is made of nothing but roles, brands and official words, with a role or a brand among them
 * (`security-team`, `postmaster1`, `r00t`, `supportdesk`). One ordinary word more makes it a person's: `support-my-band`.
 */
export function speaksForUs(handle: string): boolean {
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

/** Whether a text can be cut into official words, at least one of them a role or a brand. A handle has 30 letters at most. */
function isOfficial(text: string): boolean {
  // By length of what is cut off in front: whether it can be cut, and whether a role can be among the pieces.
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
