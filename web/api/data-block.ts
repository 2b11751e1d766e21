/** A JSON block in a document: data for the browser, never a script. `<` is escaped, so that nothing ends it early. */
export function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

/** Reads what the server wrote into the document; undefined where it wrote nothing. */
export function readDataBlock(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
