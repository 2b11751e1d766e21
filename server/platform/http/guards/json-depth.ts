/** No genuine request is nested even half as deep. */
const MAX_DEPTH = 32;
const [QUOTE, BACKSLASH] = [34, 92];
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);

/**
 * Returns whether a JSON text is nested deeper than any genuine request. JSON.parse takes ten times as long for
 * brackets as for other text.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (OPENING.has(code) && ++depth > MAX_DEPTH) return true;
    else if (CLOSING.has(code)) depth--;
  }
  return false;
}
