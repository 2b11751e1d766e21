import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FormView } from '../../contract/documents.ts';
import { isHandle } from '../../contract/handles/handle-rules.ts';
import {
  contactMessage,
  PAGE_FORMS,
  type PageForm,
  subscription,
  TOKEN_FIELD,
} from '../../contract/page-forms/page-forms.ts';
import { formPages } from '../../contract/page-forms/paths.ts';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';
import { DEFAULT_THEME, themeConfigOf } from '../../contract/profiles/themes.ts';
import { type OfferedForm, offeredForm } from '../blocks/forms/form-page-rules.ts';
import { nextFormToken } from '../blocks/forms/form-token-rules.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { toApiError } from '../platform/http/error-mapping.ts';
import { countedNetwork, sendingLimit } from '../platform/http/guards/rate-limits.ts';
import { publicPagePolicy } from '../platform/http/pages/content-security-policy.ts';
import type { Server } from '../platform/http/server.ts';
import { publicProfile } from '../profiles/rules.ts';
import { sendContactMessage } from './contact-rules.ts';
import { readFields, refuseProgram } from './form-input-rules.ts';
import { requestToJoin } from './list/subscription-rules.ts';
import { acceptForms, type FormBody } from './shared/form-body.ts';
import type { Refusal } from './shared/refusal.ts';

const params = z.object({ username: z.string() });

const AWAY: Refusal = {
  status: 503,
  problem: 'We cannot accept this at the moment. Nothing was sent. Please send it again in a minute.',
  retryAfter: 30,
};

/**
 * Routes of the contact form and the email list of a page, without scripts: a page with the form, and the target of the
 * form. No cookie is read. Like all writes, these must come from our own pages or without an Origin
 * (server/platform/http/guards/csrf.ts).
 */
export function formRoutes(app: Server, context: App): void {
  const { config, db, clock, site, secrets, pages, linkBlocklist } = context;
  const reading = { db, clock, isBlocked: (url: string) => linkBlocklist.has(url) };

  function sendPage(reply: FastifyReply, profile: PublicProfile, form: PageForm, view: FormView): FastifyReply {
    const { html, styleHash } = pages.renderer.renderFormPage({ site, profile, form, view });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        publicPagePolicy(site, styleHash, { hasForms: true, hasFont: Boolean(profile.look?.font) }),
      )
      .send(html);
  }

  function openView(
    block: OfferedForm,
    form: PageForm,
    typed?: { fields: FormBody['fields']; refusal: Refusal },
  ): FormView {
    const { handle, blockId, title, note } = block;
    const token = nextFormToken(secrets, { handle, form, blockId }, typed?.fields.get(TOKEN_FIELD) ?? '', clock());
    return {
      state: 'open',
      title,
      note,
      token,
      values: Object.fromEntries(typed?.fields ?? []),
      errors: typed?.refusal.errors ?? {},
      problem: typed?.refusal.problem ?? null,
    };
  }

  /**
   * Returns the page and its form; the form is null if the page does not show it. Throws `not_found` if the page does
   * not exist.
   */
  async function find(handle: string, form: PageForm) {
    const profile = isHandle(handle) ? await publicProfile(reading, handle) : null;
    if (!profile) throw new ApiError('not_found', { message: 'This page does not exist, or is switched off.' });
    return { profile, block: await offeredForm(db, handle, form, clock()) };
  }

  async function accept(
    form: PageForm,
    block: OfferedForm,
    body: FormBody,
    request: FastifyRequest,
  ): Promise<Refusal | string> {
    const now = clock();
    const drawn = { handle: block.handle, form, blockId: block.blockId };
    const network = countedNetwork(request, config);
    if (form === 'contact') {
      const read = readFields(contactMessage, body);
      if ('refusal' in read) return read.refusal;
      const visitor = { network, client: request.ip };
      return (
        refuseProgram(secrets, drawn, body, now) ??
        (await sendContactMessage({ db, config, log: request.log }, block, read.value, visitor, now)) ??
        read.value.email
      );
    }
    const read = readFields(subscription, body);
    if ('refusal' in read) return read.refusal;
    const { email } = read.value;
    return (
      refuseProgram(secrets, drawn, body, now) ?? (await requestToJoin(db, block, { email, network }, now)) ?? email
    );
  }

  app.register(async (scope: Server) => {
    acceptForms(scope);
    for (const form of PAGE_FORMS) {
      scope.get(`/:username/${form}`, { schema: { params } }, async (request, reply) => {
        const handle = request.params.username.toLowerCase();
        const { profile, block } = await find(handle, form);
        if (handle !== request.params.username) return reply.redirect(formPages.form(handle, form), 301);
        if (!block) return sendPage(reply.status(404), profile, form, { state: 'closed' });
        return sendPage(reply, profile, form, openView(block, form));
      });

      scope.post(`/:username/${form}`, { schema: { params }, config: sendingLimit }, async (request, reply) => {
        const handle = request.params.username.toLowerCase();
        const body = (request.body as FormBody | undefined) ?? { fields: new Map(), repeated: [] };
        try {
          const { profile, block } = await find(handle, form);
          if (!block) return sendPage(reply.status(404), profile, form, { state: 'closed' });
          const result = await accept(form, block, body, request);
          if (typeof result === 'string') return sendPage(reply, profile, form, { state: 'sent', email: result });
          if (result.retryAfter !== undefined) reply.header('retry-after', String(result.retryAfter));
          return sendPage(
            reply.status(result.status),
            profile,
            form,
            openView(block, form, { fields: body.fields, refusal: result }),
          );
        } catch (error) {
          if (toApiError(error)[0].status < 500) throw error;
          request.log.error({ event: 'page_form.unavailable', err: error, form }, 'a form could not be accepted');
          return sendUnavailable(reply, handle, form, body);
        }
      });
    }
  });

  /**
   * Shows the form again in the default look, with its values and its token, because the database or the signing key
   * cannot be used.
   */
  function sendUnavailable(reply: FastifyReply, handle: string, form: PageForm, { fields }: FormBody): FastifyReply {
    const view: FormView = {
      state: 'open',
      title: null,
      note: null,
      token: fields.get('form') ?? '',
      problem: AWAY.problem,
      values: Object.fromEntries(fields),
      errors: {},
    };
    reply.status(AWAY.status).header('retry-after', String(AWAY.retryAfter));
    return sendPage(reply, plainProfile(handle), form, view);
  }
}

/** Returns a page of which only the handle is known. */
function plainProfile(handle: string): PublicProfile {
  return {
    username: handle,
    displayName: null,
    bio: null,
    profilePicture: null,
    bannerImage: null,
    look: null,
    emailVisible: false,
    acceptsMail: false,
    socialLinks: [],
    blocks: [],
    template: DEFAULT_THEME,
    themeConfig: themeConfigOf(DEFAULT_THEME),
  };
}
