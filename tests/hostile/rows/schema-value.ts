interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  in?: Schema;
  element?: Schema;
  options?: Schema[];
  valueType?: Schema;
  left?: Schema;
  getter?(): Schema;
  values?: unknown[];
  entries?: Record<string, unknown>;
}

/** The parts of a schema's definition that show what it accepts. */
interface Schema {
  _zod: { def: Definition };
}

const MAX_DEPTH = 6;

/** Returns a value that a schema describes, with the text in place of every string, and with long lists. */
export function filledWith(schema: Schema, text: string, depth = 0): unknown {
  const { def } = schema._zod;
  const inner = (one: Schema | undefined) => (one && depth < MAX_DEPTH ? filledWith(one, text, depth + 1) : text);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, one]) => [name, inner(one)]));
    case 'array':
      return listOf(def.element, text, depth);
    case 'record':
      return { [text]: inner(def.valueType) };
    case 'union':
      return inner(def.options?.at(-1));
    case 'intersection':
      return inner(def.left);
    case 'lazy':
      return inner(def.getter?.());
    case 'literal':
      return def.values?.[0];
    case 'enum':
      return Object.values(def.entries ?? {})[0];
    case 'number':
    case 'int':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return inner(def.innerType ?? def.in);
  }
}

/** At the top, a list whose length grows with the text; inside another value, one item. */
function listOf(element: Schema | undefined, text: string, depth: number): unknown[] {
  if (!element) return [];
  if (depth > 1) return [filledWith(element, text, depth + 1)];
  const item = text.slice(0, 40);
  return [
    filledWith(element, text, depth + 1),
    ...Array.from({ length: text.length / 256 }, (_, at) => filledWith(element, `${item}${at}`, depth + 1)),
  ];
}
