import { done } from '../../contract/accounts.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { webhookLimit } from '../platform/http/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import type { PaymentContext } from './payment-context.ts';
import { CertificateUnavailable } from './paypal/webhook-certificates.ts';
import { webhookVerifier } from './paypal/webhook-signature.ts';
import { takeEvent } from './webhook-rules.ts';

/** Where PayPal tells of payments: the only JSON that is taken as the bytes it came in, since they are signed. */
export function webhookRoutes(app: Server, desk: PaymentContext): void {
  const isGenuine = webhookVerifier(desk.paypal.config);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));

    scope.post(
      '/paypal/webhook',
      { schema: { response: { 200: done } }, config: { ...webhookLimit, signedMessage: true } },
      async ({ headers, body }) => {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const genuine = await isGenuine(headers, bytes, desk.clock()).catch((error: unknown) => {
          if (!(error instanceof CertificateUnavailable)) throw error;
          desk.log?.warn({ err: error }, 'the certificate of a webhook could not be fetched');
          // Not acknowledged: PayPal sends it again.
          throw new ApiError('payments_unavailable', { retryAfter: 60 });
        });
        if (!genuine) throw new ApiError('webhook_refused');
        await takeEvent(desk, bytes);
        return { message: 'Noted' };
      },
    );
  });
}
