import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode, wireCode } from '../../contract/errors.ts';
import type { Description, JsonSchema, Operation } from '../../server/api-docs/description.ts';
import { Person } from '../support/api/person.ts';
import { deviationsOf, operationOf, undescribed, unknownKeywords } from '../support/api/response-schema.ts';
import { ACCESS } from '../support/api/route-access.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let document: Description;
let calls: string[];
beforeAll(async () => {
  document = (await new Person(server).request('GET', '/api/openapi.json')).body;
  calls = server.routes.filter((route) => !route.startsWith('HEAD ') && /^\w+ \/(api|paypal)\//.test(route));
});

const STATUS = new Map(Object.entries(ERRORS).map(([code, [status]]) => [wireCode(code as ErrorCode), status]));

const operations = (): [string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  ) as [string, Operation][];

function schemasOf({ parameters = [], requestBody, responses }: Operation): JsonSchema[] {
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
  return [
    ...parameters.map(({ schema }) => schema),
    ...contents.flatMap((content) => Object.values(content ?? {}).map(({ schema }) => schema)),
  ];
}

describe('the value of a call', () => {
  it('states who may make it, with which right and whether after a recent sign-in, as the independent register does', () => {
    const by = { public: 'anyone', signed: 'anyone', 'local mode': 'anyone', owner: 'account', admin: 'admin' };
    expect([...server.calls.keys()].sort()).toEqual([...calls].sort());
    const sources = globSync('contract/**/*.ts').map((file) => readFileSync(file, 'utf8'));
    expect(server.calls.size).toBe(sources.flatMap((text) => text.match(/= defineCall\(/g) ?? []).length);
    for (const [route, call] of server.calls) {
      const { who, right, recent } = { right: undefined, ...ACCESS[route] } as {
        who: string;
        right?: string;
        recent?: unknown;
      };
      expect([route, call.by, call.right, call.recent !== undefined]).toEqual([
        route,
        by[who as keyof typeof by] ?? 'account',
        right === 'account' ? undefined : right,
        recent !== undefined,
      ]);
    }
  });
});

describe('the API description', () => {
  it('returns an OpenAPI 3.1 document', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://localhost:3000' }] });
    expect(Object.keys(document).sort()).toEqual(['components', 'info', 'openapi', 'paths', 'servers', 'tags']);
    for (const key of ['title', 'version', 'description'] as const) expect(document.info[key]).toMatch(/./);
    for (const [name, scheme] of Object.entries(document.components.securitySchemes)) {
      expect([name, scheme]).toEqual(['session', expect.objectContaining({ type: 'apiKey', in: 'cookie' })]);
    }
    const tags = document.tags.map(({ name }) => name);
    for (const [name, operation] of operations()) {
      const known = ['description', 'parameters', 'requestBody', 'responses', 'security', 'summary', 'tags'];
      expect(known, name).toEqual(expect.arrayContaining(Object.keys(operation)));
      expect(tags, name).toEqual(expect.arrayContaining(operation.tags));
      expect(operation.summary, name).toMatch(/^[A-Z]/);
      const within = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const declared = (operation.parameters ?? []).filter(({ in: where }) => where === 'path');
      expect(
        declared.map((parameter) => parameter.name),
        name,
      ).toEqual(within);
      for (const parameter of declared) expect(parameter.required, name).toBe(true);
      expect(
        Object.keys(operation.responses).filter((status) => !/^[1-5]\d\d$/.test(status)),
        name,
      ).toEqual([]);
      for (const reply of Object.values(operation.responses)) expect(reply.description, name).toMatch(/./);
    }
  });

  it('uses only JSON Schema keywords in the API description, and resolves every reference', () => {
    const schemas = operations().flatMap(([, operation]) => schemasOf(operation));
    expect(schemas.length).toBeGreaterThan(100);
    for (const schema of [...schemas, ...Object.values(document.components.schemas)]) {
      expect(unknownKeywords(schema)).toEqual([]);
    }
    const references = JSON.stringify(document).match(/"\$ref":"[^"]*"/g) ?? [];
    expect(new Set(references)).toEqual(new Set(['"$ref":"#/components/schemas/Failure"']));
    expect(document.components.schemas.Failure).toBeDefined();
  });

  it('describes every API call, with a summary, and no other', () => {
    expect(calls.length).toBeGreaterThan(20);
    const summaries = calls.map((call) => {
      const { summary, tags } = operationOf(document, call) ?? {};
      expect(summary, `${call} needs a summary in its schema`).toMatch(/^[A-Z]/);
      expect(tags, `${call} needs one tag in its schema`).toHaveLength(1);
      return summary;
    });
    expect(new Set(summaries).size).toBe(calls.length);
    expect(operations()).toHaveLength(calls.length);
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/(api|paypal)\//);
  });

  it('describes, for each call, a success response with a schema and the errors that follow from its method and access', () => {
    for (const [name, { responses, security, requestBody, parameters = [] }] of operations()) {
      const worked = Object.keys(responses).filter((status) => status.startsWith('2'));
      expect(worked, name).toHaveLength(1);
      for (const status of worked) expect(Object.values(responses[status]?.content ?? {}), name).toHaveLength(1);
      const replies = JSON.stringify(responses);
      if (security) expect(replies, name).toContain('signed_out');
      if (!/^GET |webhook$/.test(name))
        for (const status of [400, 403, 413, 415]) expect(responses, name).toHaveProperty(`${status}`);
      if (requestBody) expect(requestBody.content['application/json']?.schema, name).toBeDefined();
      if (parameters.some((parameter) => parameter.name === 'id')) expect(responses, name).toHaveProperty('404');
      expect(responses, name).toHaveProperty('429');
      for (const [status, { description, content }] of Object.entries(responses)) {
        if (status.startsWith('2')) continue;
        const codes = description.split('\n').map((line) => line.split(':')[0]);
        for (const code of codes) expect([code, STATUS.get(code ?? '')], name).toEqual([code, Number(status)]);
        expect(content?.['application/json']?.schema.allOf?.[1]?.properties?.code?.enum, name).toEqual(codes);
      }
    }
  });

  it('describes request bodies by their input types', () => {
    const patch = operationOf(document, 'PATCH /api/handles/:id')?.requestBody;
    const body = patch?.content['application/json']?.schema ?? {};
    expect(patch?.required).toBe(true);
    expect(body).toMatchObject({ type: 'object', additionalProperties: false });
    expect(deviationsOf(body, { displayName: 'A', bio: null, socialLinks: [] }, 'body', document)).toEqual([]);
    expect(deviationsOf(body, { displayName: 7 }, 'body', document)).not.toEqual([]);
    expect(deviationsOf(body, { owner: 7 }, 'body', document)).not.toEqual([]);
    expect(operationOf(document, 'POST /api/avatars/upload')?.requestBody?.required).toBe(false);
    const query = operationOf(document, 'GET /api/handles')?.parameters ?? [];
    expect(query.find(({ name }) => name === 'limit')).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    });
  });

  it('returns a cacheable API description without personal data', async () => {
    const person = new Person(server);
    await person.claim('reader-of-docs', 'reader@inbox.example');
    for (const url of ['/api/openapi.json', '/api/docs']) {
      const response = await person.request('GET', url);
      expect(response.text).toBe((await new Person(server).request('GET', url)).text);
      expect(undescribed(document, `GET ${url}`, response)).toEqual([]);
      const again = await person.request('GET', url, undefined, { 'if-none-match': String(response.headers.etag) });
      expect(again.status).toBe(304);
    }
  });
});

describe('the page of the API description', () => {
  it('lists every call without scripts', async () => {
    const page = await new Person(server).request('GET', '/api/docs');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*style-src 'sha256-/);
    expect(page.text).not.toMatch(/<script|style="|javascript:|\son\w+=/);
    const text = page.text.replace(/<wbr>/g, '');
    for (const [name, { summary }] of operations()) {
      expect(text).toContain(`<code>${name.split(' ')[1]}</code>`);
      expect(text).toContain(`>${summary}</a></h3>`);
    }
    const ids = [...page.text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, anchor] of page.text.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(anchor);
  });
});

describe('the response checker', () => {
  it('reports response fields that are not described', () => {
    const response = (status: number, body: unknown) => ({
      status,
      body,
      text: '',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    const user = { id: 1, email: 'a@b.c', emailVerified: true, isAdmin: false, createdAt: '2026-01-01T00:00:00.000Z' };
    const faults = (status: number, body: unknown) => undescribed(document, 'GET /api/user', response(status, body));
    expect(faults(200, user)).toEqual([]);
    expect(faults(200, { ...user, secret: 1 })).not.toEqual([]);
    expect(faults(200, { ...user, id: '1' })).not.toEqual([]);
    expect(faults(200, { ...user, createdAt: 'today' })).not.toEqual([]);
    expect(faults(402, {})).not.toEqual([]);
    expect(faults(401, { code: 'signed_out', message: 'x' })).toEqual([]);
    expect(faults(401, { code: 'handle_taken', message: 'x' })).not.toEqual([]);
    expect(faults(401, { code: 'signed_out' })).not.toEqual([]);
  });
});
