/** Returns a JSON script element with data for the browser. Escapes `<`, so that the data cannot close the element. */
export function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

/** Reads a block that the server wrote with dataBlock; undefined if none exists. */
export function readDataBlock(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
