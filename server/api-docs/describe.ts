import swagger from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Call } from '../../contract/call.ts';
import type { Site } from '../../contract/documents.ts';
import { ERRORS, type ErrorCode, errorBody, wireCode } from '../../contract/errors.ts';
import type { Server } from '../platform/http/server.ts';
import type { Sessions } from '../platform/http/sessions/sessions.ts';
import type { Description, JsonSchema, Operation, Reply } from './description.ts';
import { errorsOf } from './route-errors.ts';
import { TAGS } from './tags.ts';

/** The calls by method and URL, and whether the sender signs them; collected for the transformation of the whole document. */
type Calls = Map<string, { call: Call; isSigned: boolean }>;

/** The responses of routes without a response schema, by type. */
const NO_SCHEMA: Record<string, [description: string, schema: JsonSchema]> = {
  'text/html': ['A page', { type: 'string' }],
  'text/csv': ['A file', { type: 'string' }],
  'application/json': ['An OpenAPI document', { type: 'object' }],
};

const toJsonSchema = createJsonSchemaTransform({});
const isCall = (url: string) => /^\/(api|paypal)\//.test(url);

/**
 * Registers the API description. Call this before the routes are registered. Requests and responses come from the
 * schemas that validate them; the same schema has the summary, tags and further errors.
 */
export async function describeCalls(
  app: Server,
  { site, sessions }: { site: Site; sessions: Sessions },
): Promise<void> {
  const calls: Calls = new Map();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: site.host,
        version: '1',
        description:
          'Short handles: a public page and an address that forwards to a real inbox. Bodies are JSON. In a browser, writes are accepted from our own pages only; other clients send no Origin.',
      },
      servers: [{ url: site.origin }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessions.cookie,
            description: 'Set by a sign-in: the button of a mailed link, the code of that email, or a passkey.',
          },
        },
      },
    },
    convertConstToEnum: false,
    transform: (document) => {
      const { url, route } = document;
      if (!isCall(url) || route.method === 'HEAD') return { schema: { hide: true }, url };
      const call = route.config?.call;
      if (!call) throw new Error(`${String(route.method)} ${url} is not described in contract/`);
      calls.set(`${call.method} ${url}`, { call, isSigned: route.config?.signedMessage === true });
      const described = toJsonSchema({ ...document, schema: documentedPart(document.schema ?? {}, call) });
      if (call.query) described.schema.querystring = querySchema(call.query);
      return described;
    },
    transformObject: (document) =>
      'openapiObject' in document ? (finish(document.openapiObject as unknown as Description, calls) as object) : {},
  });
}

/** Returns the schema of a query: names and required fields of the input, with the types of the parsed values. */
function querySchema(query: z.ZodMiniType): JsonSchema {
  const [input, output] = (['input', 'output'] as const).map((io) => z.toJSONSchema(query, { io }) as JsonSchema);
  return { type: 'object', properties: output?.properties ?? {}, required: input?.required ?? [] };
}

/** Returns the schema of a route, with the condition of a recent sign-in in its description. */
function documentedPart(schema: FastifySchema, { recent }: Call): FastifySchema {
  if (recent === undefined) return schema;
  const condition =
    typeof recent === 'string' ? 'Requires a recent sign-in.' : `Requires a recent sign-in ${recent.when}.`;
  return { ...schema, description: schema.description ? `${schema.description} ${condition}` : condition };
}

/** Adds what the route schemas lack: errors, sessions, optional bodies. */
function finish(document: Description, calls: Calls): Description {
  document.components.schemas.Failure = withoutDialect(z.toJSONSchema(errorBody) as JsonSchema);
  for (const [key, { call, isSigned }] of calls) {
    const [method = '', url = ''] = key.split(' ');
    const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (!operation) continue;
    if (call.by !== 'anyone') operation.security = [{ session: [] }];
    if (operation.requestBody)
      operation.requestBody.required = !z.safeParse(call.body ?? z.unknown(), undefined).success;
    describeResponses(operation, call);
    if (call.versioned) describeVersion(operation, method);
    for (const [status, codes] of errorsOf(call, isSigned)) operation.responses[status] = errorResponse(codes);
    removeRedundantParts(operation);
  }
  return document;
}

function describeResponses(operation: Operation, { produces: type = '' }: Call): void {
  const produced = NO_SCHEMA[type];
  if (produced) {
    const [description, schema] = produced;
    operation.responses = { 200: { description, content: { [type]: { schema } } } };
  }
  for (const reply of Object.values(operation.responses)) {
    if (reply.description === 'Default Response') reply.description = 'Success';
  }
}

/** Adds the version of the resource: as ETag to successful responses, as If-Match to requests that write. */
function describeVersion(operation: Operation, method: string): void {
  const schema: JsonSchema = { type: 'string' };
  for (const [status, reply] of Object.entries(operation.responses)) {
    if (status.startsWith('2') && method !== 'DELETE')
      reply.headers = { ETag: { description: 'The version, in quotes', schema } };
  }
  if (method === 'GET') return;
  const description = 'The version that the write applies to, in quotes. Without it, any version.';
  operation.parameters = [...(operation.parameters ?? []), { name: 'If-Match', in: 'header', description, schema }];
}

function errorResponse(codes: ErrorCode[]): Reply {
  return {
    description: codes.map((code) => `${wireCode(code)}: ${ERRORS[code][1]}`).join('\n'),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { enum: codes.map(wireCode) } } }],
        },
      },
    },
  };
}

/** Removes redundant parts: the pattern of a named format, the limits of safe integers. */
function removeRedundantParts(part: object): void {
  const schema = part as JsonSchema;
  if (typeof schema.format === 'string') delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  for (const inner of Object.values(part)) if (typeof inner === 'object' && inner !== null) removeRedundantParts(inner);
}

function withoutDialect({ $schema: _dialect, ...schema }: JsonSchema & { $schema?: string | undefined }): JsonSchema {
  return schema;
}
