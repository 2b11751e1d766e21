import type { JsonSchema } from './description.ts';

export interface SchemaField {
  /** The path of the field, such as `socialLinks[].platform`. */
  path: string;
  type: string;
  required: boolean;
}

/** Returns the fields of an object or a list of objects, each followed by its nested fields. */
export function fieldsOf(schema: JsonSchema, within = ''): SchemaField[] {
  const plain = withoutNull(schema);
  if (plain.items) return fieldsOf(plain.items, `${within}[]`);
  if (plain.oneOf) return plain.oneOf.flatMap((one) => fieldsOf(one, `${within} (${kindName(one)})`));
  const fields = Object.entries(plain.properties ?? {});
  return fields.flatMap(([name, field]) => {
    const path = within === '' ? name : `${within}.${name}`;
    return [{ path, type: typeOf(field), required: plain.required?.includes(name) ?? false }, ...fieldsOf(field, path)];
  });
}

/** Returns a type as text: `string, at most 80 characters`, `list of objects`, `one of a, b, c`. */
export function typeOf(schema: JsonSchema): string {
  const kinds = alternatives(schema).map(kindOf);
  const text = [...new Set(kinds)].join(', or ');
  return schema.default === undefined ? text : `${text}; default ${JSON.stringify(schema.default)}`;
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternatives);
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
  return [schema];
}

/** Returns the alternative with fields, or the schema itself. */
function withoutNull(schema: JsonSchema): JsonSchema {
  return alternatives(schema).find((one) => one.properties ?? one.items ?? one.oneOf) ?? schema;
}

/** Returns the name of one alternative of a union, from its `type`. */
function kindName({ properties }: JsonSchema): string {
  const { const: only, enum: values } = properties?.type ?? {};
  return String(only ?? values?.[0] ?? 'other');
}

function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return `one of ${schema.enum.map(String).join(', ')}`;
  if (schema.oneOf) return 'object';
  switch (schema.type) {
    case 'array': {
      const items = schema.items ? typeOf(schema.items) : 'anything';
      return items === 'object' ? 'list of objects' : `list: ${items}`;
    }
    case 'integer':
    case 'number':
      return [schema.type === 'integer' ? 'whole number' : 'number', ...rangeOf(schema)].join(', ');
    case 'string':
      return [stringText(schema), ...lengthOf(schema)].join(', ');
    case undefined:
      return 'anything';
    default:
      return String(schema.type);
  }
}

const FORMATS: Record<string, string> = { 'date-time': 'time (ISO 8601)' };

function stringText({ format, pattern }: JsonSchema): string {
  if (format) return FORMATS[format] ?? format;
  return pattern === '^[1-9]\\d{0,8}$' ? 'whole number' : 'string';
}

function lengthOf({ minLength, maxLength }: JsonSchema): string[] {
  return [
    ...(minLength ? [`at least ${minLength} characters`] : []),
    ...(maxLength ? [`at most ${maxLength} characters`] : []),
  ];
}

function rangeOf({ minimum, exclusiveMinimum, maximum }: JsonSchema): string[] {
  return [
    ...(minimum !== undefined ? [`from ${minimum}`] : []),
    ...(exclusiveMinimum !== undefined ? [`above ${exclusiveMinimum}`] : []),
    ...(maximum !== undefined ? [`up to ${maximum}`] : []),
  ];
}
