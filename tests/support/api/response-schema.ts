import type { Description, JsonSchema, Operation } from '../../../server/api-docs/description.ts';
import type { ApiResponse } from './person.ts';

type Check = (schema: JsonSchema, value: never, at: string, document: Description) => string[];

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/** The check of each JSON Schema keyword; a schema must not use any other keyword. */
const KEYWORDS: Record<keyof JsonSchema, Check> = {
  $ref: ({ $ref = '' }, value, at, document) => {
    const found = document.components.schemas[$ref.replace('#/components/schemas/', '')];
    return found ? deviationsOf(found, value, at, document) : [`${at}: unknown reference ${$ref}`];
  },
  type: ({ type = [] }, value, at) => {
    const kind = kindOf(value);
    const types = [type].flat();
    return types.includes(kind) || (kind === 'integer' && types.includes('number'))
      ? []
      : [`${at} has the type ${kind}`];
  },
  properties: ({ properties = {} }, value: Record<string, unknown>, at, document) =>
    Object.entries(properties).flatMap(([name, inner]) =>
      name in Object(value) ? deviationsOf(inner, value[name], `${at}.${name}`, document) : [],
    ),
  required: ({ required = [] }, value: object, at) =>
    required.filter((name) => !(name in Object(value))).map((name) => `${at}.${name} is missing`),
  additionalProperties: ({ additionalProperties, properties = {} }, value: object, at) =>
    additionalProperties === false
      ? Object.keys(Object(value))
          .filter((name) => !(name in properties))
          .map((name) => `${at}.${name} is not described`)
      : [],
  items: ({ items = {} }, value: unknown[], at, document) =>
    Array.isArray(value) ? value.flatMap((item, index) => deviationsOf(items, item, `${at}[${index}]`, document)) : [],
  anyOf: ({ anyOf = [] }, value, at, document) =>
    anyOf.some((one) => deviationsOf(one, value, at, document).length === 0)
      ? []
      : [`${at} matches no schema of anyOf`],
  oneOf: ({ oneOf = [] }, value, at, document) => {
    const matching = oneOf.filter((one) => deviationsOf(one, value, at, document).length === 0);
    return matching.length === 1 ? [] : [`${at} matches ${matching.length} schemas of oneOf`];
  },
  allOf: ({ allOf = [] }, value, at, document) => allOf.flatMap((one) => deviationsOf(one, value, at, document)),
  enum: ({ enum: values = [] }, value, at) =>
    values.includes(value) ? [] : [`${at} has the unknown value ${String(value)}`],
  const: (schema, value, at) => (schema.const === value ? [] : [`${at} has the unknown value ${String(value)}`]),
  format: ({ format }, value: string, at) =>
    format === 'date-time' && value !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)
      ? [`${at} is not a time`]
      : [],
  pattern: ({ pattern = '' }, value: string, at) =>
    new RegExp(pattern).test(value) ? [] : [`${at} does not match the pattern`],
  minLength: ({ minLength = 0 }, value: string, at) => (value?.length < minLength ? [`${at} is too short`] : []),
  maxLength: ({ maxLength = 0 }, value: string, at) => (value?.length > maxLength ? [`${at} is too long`] : []),
  minItems: ({ minItems = 0 }, value: unknown[], at) => (value?.length < minItems ? [`${at} has too few items`] : []),
  maxItems: ({ maxItems = 0 }, value: unknown[], at) => (value?.length > maxItems ? [`${at} has too many items`] : []),
  minimum: ({ minimum = 0 }, value: number, at) => (value < minimum ? [`${at} is too small`] : []),
  maximum: ({ maximum = 0 }, value: number, at) => (value > maximum ? [`${at} is too large`] : []),
  exclusiveMinimum: ({ exclusiveMinimum = 0 }, value: number, at) =>
    value <= exclusiveMinimum ? [`${at} is too small`] : [],
  exclusiveMaximum: ({ exclusiveMaximum = 0 }, value: number, at) =>
    value >= exclusiveMaximum ? [`${at} is too large`] : [],
  description: () => [],
  default: () => [],
};

/** Returns how a value deviates from a schema. */
export function deviationsOf(schema: JsonSchema, value: unknown, at: string, document: Description): string[] {
  return Object.keys(schema).flatMap((keyword) => {
    const check = KEYWORDS[keyword as keyof JsonSchema];
    return check ? check(schema, value as never, at, document) : [`${at}: unknown keyword ${keyword}`];
  });
}

/** Returns the keywords in the schemas of a call that JSON Schema does not define. */
export function unknownKeywords(schema: JsonSchema): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  return [
    ...Object.keys(schema).filter((keyword) => !(keyword in KEYWORDS)),
    ...[...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf].flatMap(unknownKeywords),
  ];
}

/** Returns the description of a route such as `GET /api/user`, or undefined if none exists. */
export function operationOf(document: Description, route: string): Operation | undefined {
  const [method = '', url = ''] = route.split(' ');
  return document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
}

/** Returns how the response of a route deviates from its description. */
export function undescribed(document: Description, route: string, response: ApiResponse): string[] {
  const reply = operationOf(document, route)?.responses[response.status];
  if (!reply) return [`${route} returned the status ${response.status}, which is not described`];
  const type = String(response.headers['content-type']).split(';')[0] ?? '';
  const schema = reply.content?.[type]?.schema;
  if (!schema) return [`${route} returned the type ${type}, which is not described`];
  const value = type === 'application/json' ? response.body : response.text;
  return deviationsOf(schema, value, `${route} ${response.status}`, document);
}
