/**
 * Returns the items of all pages in order. New items shift the pages, so one item may be on two of them; its last state
 * is kept.
 */
export function distinctItems<Item extends { id: number | string }>(
  data: { pages: { items: readonly Item[] }[] } | undefined,
): Item[] | undefined {
  return data && [...new Map(data.pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()];
}
