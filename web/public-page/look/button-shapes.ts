import type { ButtonShape } from '../../../contract/profiles/look.ts';

/** Themes with corners of several sizes state the smaller ones as well. */
const OWN_CORNERS = '--inner:initial;--small:initial';
const CARD = '.np.np .np-links a';
const FRAMED = `.np.np .np-links{gap:12px}${CARD}{padding:11px 16px 11px 12px;border:var(--frame,1px solid var(--line));border-radius:var(--radius)}`;
/** Removes what themes draw around cards. The outline of the focus stays. */
const PLAIN = `${FRAMED}${CARD}{box-shadow:none}${CARD}::before{content:none}${CARD}:not(:focus-visible){outline:0}`;

/** The rules of each shape. A theme draws its frame itself if it sets --frame. */
export const BUTTON_CSS: Record<ButtonShape, string> = {
  rounded: `.np.np{--radius:18px;--chip:12px;${OWN_CORNERS}}${FRAMED}`,
  pill: `.np.np{--radius:34px;--chip:50%;${OWN_CORNERS}}${FRAMED}`,
  square: `.np.np{--radius:0px;--chip:0px;${OWN_CORNERS}}${FRAMED}`,
  outline: `${PLAIN}${CARD}{border:2px solid var(--primary);background:none}`,
  solid:
    `${PLAIN}${CARD}{border-color:transparent;background:var(--primary);color:var(--on)}` +
    '.np.np.np .np-links a .np-icon{background:color-mix(in srgb,var(--on) 12%,transparent);color:inherit}.np.np.np .np-links a .np-go,.np.np .np-drawn{stroke:var(--on)}' +
    '.np.np .np-links .np-shot{background:color-mix(in srgb,var(--on) 16%,transparent)}',
  shadow:
    `${PLAIN}${CARD}{border:2px solid var(--primary);box-shadow:5px 5px 0 var(--primary)}` +
    `${CARD}:hover{box-shadow:3px 3px 0 var(--primary);transform:translate(2px,2px)}`,
};
