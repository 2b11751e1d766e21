import swagger from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Site } from '../../contract/documents.ts';
import { ERRORS, type ErrorCode, errorBody } from '../../contract/errors.ts';
import type { Server } from '../platform/http/server.ts';
import type { Sessions } from '../platform/http/sessions/sessions.ts';
import type { Description, JsonSchema, Operation, Reply } from './description.ts';
import { errorsOf } from './route-errors.ts';
import { TAGS } from './tags.ts';

/** Facts about each route, collected for the transformation of the whole document. */
type Facts = Map<
  string,
  { schema: FastifySchema; needsSession: boolean; bodyOptional: boolean; errors: Map<number, ErrorCode[]> }
>;

/** The responses of routes without a response schema, by type. */
const NO_SCHEMA: Record<string, [description: string, schema: JsonSchema]> = {
  'text/html': ['A page', { type: 'string' }],
  'text/csv': ['A file', { type: 'string' }],
  'application/json': ['An OpenAPI document', { type: 'object' }],
};

const toJsonSchema = createJsonSchemaTransform({});
const isCall = (url: string) => /^\/(api|paypal)\//.test(url);

/**
 * Registers the API description. Call it before the routes are registered. Requests and responses come from the schemas
 * that also validate them; summary, tags and further errors stand in the same schema.
 */
export async function describeCalls(
  app: Server,
  { site, sessions }: { site: Site; sessions: Sessions },
): Promise<void> {
  const facts: Facts = new Map();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Nameplate',
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
      const schema: FastifySchema = document.schema ?? {};
      const hooks = hooksOf(route);
      const needsSession = hooks.includes(sessions.required);
      const recently = schema.needsRecentSignIn ?? (hooks.includes(sessions.requireRecentSignIn) ? '' : undefined);
      facts.set(keyOf(route), {
        schema,
        needsSession,
        bodyOptional: z.safeParse((schema.body ?? z.unknown()) as z.ZodMiniType, undefined).success,
        errors: errorsOf({
          method: String(route.method),
          needsSession,
          needsRecentSignIn: recently !== undefined,
          needsAdmin: hooks.includes(sessions.admin),
          isSigned: route.config?.signedMessage === true,
          schema,
        }),
      });
      const described = toJsonSchema({ ...document, schema: documentedPart(schema, recently) });
      if (schema.querystring) described.schema.querystring = querySchema(schema.querystring as z.ZodMiniType);
      return described;
    },
    transformObject: (document) =>
      'openapiObject' in document ? (finish(document.openapiObject as unknown as Description, facts) as object) : {},
  });
}

/** The schema of a query: names and required fields of the input, with the types of the parsed values. */
function querySchema(query: z.ZodMiniType): JsonSchema {
  const [input, output] = (['input', 'output'] as const).map((io) => z.toJSONSchema(query, { io }) as JsonSchema);
  return { type: 'object', properties: output?.properties ?? {}, required: input?.required ?? [] };
}

/**
 * The part of a route's schema that OpenAPI can express. `recently`: when the route requires a recent sign-in; '' always.
 */
function documentedPart(schema: FastifySchema, recently: string | undefined): FastifySchema {
  const {
    errors: _errors,
    isVersioned: _isVersioned,
    needsRecentSignIn: _recent,
    produces: _produces,
    ...plain
  } = schema;
  if (recently === undefined) return plain;
  const condition = `${`Requires a recent sign-in ${recently}`.trim()}.`;
  return { ...plain, description: plain.description ? `${plain.description} ${condition}` : condition };
}

function hooksOf({ onRequest }: RouteOptions): unknown[] {
  return onRequest === undefined ? [] : [onRequest].flat();
}

function keyOf({ method, url }: RouteOptions): string {
  return `${String(method)} ${url}`;
}

/** Adds what the schemas of the routes do not have: errors, sessions, optional bodies. */
function finish(document: Description, facts: Facts): Description {
  document.components.schemas.Failure = withoutDialect(z.toJSONSchema(errorBody) as JsonSchema);
  for (const [key, { schema, needsSession, bodyOptional, errors }] of facts) {
    const [method = '', url = ''] = key.split(' ');
    const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (!operation) continue;
    if (needsSession) operation.security = [{ session: [] }];
    if (operation.requestBody) operation.requestBody.required = !bodyOptional;
    describeResponses(operation, schema);
    if (schema.isVersioned) describeVersion(operation, method);
    for (const [status, codes] of errors) operation.responses[status] = errorResponse(codes);
    removeRedundantParts(operation);
  }
  return document;
}

function describeResponses(operation: Operation, { response, produces: [type] = [] }: FastifySchema): void {
  const produced = type && !response && NO_SCHEMA[type];
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
    description: codes.map((code) => `${code}: ${ERRORS[code][1]}`).join('\n'),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { enum: codes } } }] },
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
