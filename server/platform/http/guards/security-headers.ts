import helmet from '@fastify/helmet';
import type { Server } from '../server.ts';

/** Sets the security headers of every response, and Strict-Transport-Security to `hsts` if given (RFC 6797). */
export async function addSecurityHeaders(app: Server, hsts: string | undefined): Promise<void> {
  await app.register(helmet, {
    // Each document sets a policy (content-security-policy.ts); other responses get one that allows nothing.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginEmbedderPolicy: false,
    // With no-referrer, the form of a magic link would post with the Origin "null".
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    // Set below.
    hsts: false,
  });
  if (!hsts) return;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('strict-transport-security', hsts);
  });
}
