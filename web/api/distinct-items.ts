/** Returns the items of all pages in order. New items shift the pages, so the same one may be on two of them: its last state counts. */
export function distinctItems<Item extends { id: number | string }>(
  data: { pages: { items: readonly Item[] }[] } | undefined,
): Item[] | undefined {
  return data && [...new Map(data.pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()];
}
