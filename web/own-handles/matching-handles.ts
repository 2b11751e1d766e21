/** Returns the handles that contain the typed text, prefixes first; all handles for an empty text. */
export function matchingHandles<T extends { handle: string }>(handles: readonly T[], typed: string): T[] {
  const text = typed.trim().replace(/^@/, '').toLowerCase();
  if (text === '') return [...handles];
  const found = handles.filter(({ handle }) => handle.includes(text));
  const startsWithText = ({ handle }: T) => Number(handle.startsWith(text));
  return found.sort((a, b) => startsWithText(b) - startsWithText(a));
}
