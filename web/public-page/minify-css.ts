/** Removes comments and insignificant white space from our own style sheets. */
export function minifyCss(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/(?<=[{;][a-z-]+): /g, ':')
    .replaceAll(';}', '}')
    .trim();
}
