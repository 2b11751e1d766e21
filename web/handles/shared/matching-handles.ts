/** The handles that have what was typed in them, those that begin with it first; all of them where nothing was typed. */
export function matchingHandles<T extends { handle: string }>(handles: readonly T[], typed: string): T[] {
  const wanted = typed.trim().replace(/^@/, '').toLowerCase();
  if (wanted === '') return [...handles];
  const found = handles.filter(({ handle }) => handle.includes(wanted));
  const begins = ({ handle }: T) => Number(handle.startsWith(wanted));
  return found.sort((one, other) => begins(other) - begins(one));
}
