import { STATUS_CODES } from 'node:http';
import { getOpenApi } from '../../contract/api-docs.ts';
import { pathOf } from '../../contract/call.ts';
import { pages } from '../../contract/paths.ts';
import { html, Markup } from '../platform/http/pages/html.ts';
import type { Description, JsonSchema, Operation, Reply } from './description.ts';
import { fieldsOf, typeOf } from './schema-text.ts';

const NOTHING = new Markup('');

interface Call {
  method: string;
  path: string;
  id: string;
  operation: Operation;
}

/** Renders the API description as a page without scripts. */
export function docsPage(description: Description, style: string): Markup {
  const { info, tags } = description;
  const all = callsOf(description);
  const groups = tags
    .map((tag) => ({
      ...tag,
      id: slug(tag.name),
      calls: all.filter(({ operation }) => operation.tags.includes(tag.name)),
    }))
    .filter((group) => group.calls.length > 0);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Calls · ${info.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${new Markup(style)}</style></head>
<body><a class="skip" href="#calls">Skip to the calls</a>
<header><p><a href="${pages.home()}">${info.title}</a></p><h1>Calls</h1><p>${info.description}</p>
<p>The same for machines: <a href="${pathOf(getOpenApi)}">${pathOf(getOpenApi)}</a></p></header>
<nav aria-label="Calls"><ul>${groups.map(
    (group) =>
      html`<li><a href="#${group.id}">${group.name}</a><ul>${group.calls.map(
        (call) => html`<li><a href="#${call.id}">${call.operation.summary}</a></li>`,
      )}</ul></li>`,
  )}</ul></nav>
<main id="calls">${groups.map(
    (
      group,
    ) => html`<section aria-labelledby="${group.id}"><h2 id="${group.id}">${group.name}</h2><p>${group.description}</p>
${group.calls.map((call) => callArticle(call))}</section>`,
  )}</main></body></html>`;
}

function callsOf({ paths }: Description): Call[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      return { method, path, id: slug(`${verb} ${path}`), operation };
    }),
  );
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function callArticle({ method, path, id, operation }: Call): Markup {
  const body = operation.requestBody?.content['application/json']?.schema;
  const parameters = operation.parameters?.filter((one) => one.in !== 'header') ?? [];
  const headers = operation.parameters?.filter((one) => one.in === 'header') ?? [];
  const [successes, errors] = [Object.entries(operation.responses), Object.entries(operation.responses)].map(
    (replies, index) => replies.filter(([status]) => status.startsWith('2') === (index === 0)),
  ) as [[string, Reply][], [string, Reply][]];
  return html`<article aria-labelledby="${id}"><h3 id="${id}"><a href="#${id}">${operation.summary}</a></h3>
<p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code>${withBreaks(path)}</code>${
    operation.security ? html` <span class="session">signed in</span>` : NOTHING
  }</p>
${operation.description ? html`<p>${coded(operation.description)}</p>` : NOTHING}
${parameters.length > 0 ? html`<h4>In the address</h4>${fieldList(parameters.map(asField))}` : NOTHING}
${headers.length > 0 ? html`<h4>Headers</h4>${fieldList(headers.map(asField))}` : NOTHING}
${body ? html`<h4>Body${operation.requestBody?.required ? '' : ' (optional)'}</h4>${schemaFields(body)}` : NOTHING}
${successes.map(([status, reply]) => html`<h4>Reply: ${status} ${STATUS_CODES[status] ?? ''}</h4>${replyFields(reply)}`)}
<details><summary>When it fails (${errors.length})</summary><dl class="failures">${errors.map(([status, reply]) => errorItem(status, reply))}</dl></details></article>`;
}

type Field = ReturnType<typeof fieldsOf>[number];

function asField({ name, required, schema, description }: NonNullable<Operation['parameters']>[number]): Field {
  return { path: name, type: description ?? typeOf(schema), required: required === true };
}

function schemaFields(schema: JsonSchema): Markup {
  const fields = fieldsOf(schema);
  return fields.length > 0 ? fieldList(fields) : html`<p>${typeOf(schema)}</p>`;
}

function replyFields({ content, description }: Reply): Markup {
  const [[type, media] = []] = Object.entries(content ?? {});
  if (!media || type !== 'application/json') return html`<p>${description}${type ? ` (${type})` : ''}</p>`;
  return schemaFields(media.schema);
}

function fieldList(fields: Field[]): Markup {
  return html`<dl class="fields">${fields.map(
    ({ path, type, required }) =>
      html`<div><dt><code>${withBreaks(path)}</code>${required ? NOTHING : html` <span class="optional">optional</span>`}</dt><dd>${type}</dd></div>`,
  )}</dl>`;
}

function errorItem(status: string, { description }: Reply): Markup {
  const lines = description.split('\n').map((line) => {
    const [code = '', ...message] = line.split(': ');
    return html`<dd><code>${code}</code> ${message.join(': ')}</dd>`;
  });
  return html`<div><dt>${status}</dt>${lines}</div>`;
}

/** Renders text, with the parts between backticks as code. */
function coded(text: string): Markup {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

/** Allows line breaks after slashes and dots. */
function withBreaks(text: string): Markup {
  return html`${text.split(/(?<=[/.])/).map((part) => html`${part}<wbr>`)}`;
}
