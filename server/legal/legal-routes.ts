import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { formatUtcDay } from '../../contract/dates.ts';
import { pages as paths } from '../../contract/paths.ts';
import {
  ACCEPTED_KINDS,
  type AcceptedKind,
  type LegalKind,
  type LegalVersion,
  STANDARD_VERSIONS,
} from '../../contract/site/legal-texts.ts';
import type { App } from '../platform/http/app-context.ts';
import { pageHeaders } from '../platform/http/pages/content-security-policy.ts';
import type { Server } from '../platform/http/server.ts';
import { renderLegalText } from './legal-markdown.ts';
import { textOfVersion } from './legal-rules.ts';

const params = z.object({ version: z.string() });

/** The number of rendered documents in memory. */
const MAX_DOCUMENTS = 50;

/**
 * Routes of the legal texts and their versions. A text that the operator has written, or plans to change, is a document
 * without script, rendered once for each version; until then, ours is a document of the app. `sendProfile` sends the
 * page of a handle whose name is the path of the imprint.
 */
export function legalRoutes(
  app: Server,
  { db, site, liveSite, pages, sessions }: App,
  sendProfile: (username: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const documents = new LRUCache<string, string>({ max: MAX_DOCUMENTS });
  liveSite.onChange(() => documents.clear());

  async function documentOf(kind: LegalKind, version: LegalVersion | null): Promise<string> {
    const key = `${kind} ${version?.name}`;
    const kept = documents.get(key);
    if (kept !== undefined) return kept;
    const { contact, legal } = liveSite.current();
    const text = await textOfVersion(db, kind, version);
    const values = {
      host: site.host,
      site: site.name,
      contact: contact ?? `postmaster@${site.mailDomain}`,
      date: formatUtcDay(version?.holdsFrom ?? 0),
    };
    const rendered = text === null ? null : renderLegalText(text, values);
    const document = pages.legalPage({ kind, history: legal[kind], version, text: rendered });
    // A change of the site while the text was read would leave this document stale.
    if (liveSite.current().legal === legal) documents.set(key, document);
    return document;
  }

  async function send(reply: FastifyReply, kind: LegalKind, version: LegalVersion | null): Promise<FastifyReply> {
    const document = await documentOf(kind, version);
    pageHeaders(reply, site);
    return reply.send(document);
  }

  /** Returns a version by its name: one of the operator, or the current standard text. Null if there is no such version. */
  function versionOf(kind: AcceptedKind, name: string): LegalVersion | null {
    const { current, next, earlier } = liveSite.current().legal[kind];
    if (name === STANDARD_VERSIONS[kind]) return { name, holdsFrom: name.replace(/^standard-/, ''), isOwn: false };
    return [current, next, ...earlier].find((version) => version?.isOwn && version.name === name) ?? null;
  }

  const open = { onRequest: sessions.optional };
  for (const kind of ACCEPTED_KINDS) {
    for (const path of kind === 'terms' ? [paths.tos(), paths.terms()] : [paths.privacy()]) {
      app.get(path, open, async (request, reply) => {
        const { current, next } = liveSite.current().legal[kind];
        return current || next ? send(reply, kind, current) : pages.app(request, reply);
      });
    }
    app.get(`/${kind}/:version`, { ...open, schema: { params } }, async (request, reply) => {
      const version = versionOf(kind, request.params.version);
      return version ? send(reply, kind, version) : pages.notFound(request, reply);
    });
  }

  app.get(paths.imprint(), async (request, reply) => {
    const { current } = liveSite.current().legal.imprint;
    // A handle with this name may be older than the page.
    return current?.isOwn ? send(reply, 'imprint', current) : sendProfile('imprint', request, reply);
  });
}
