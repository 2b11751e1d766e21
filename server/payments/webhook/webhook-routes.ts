import { done } from '../../../contract/accounts/accounts.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { webhookLimit } from '../../platform/http/guards/rate-limits.ts';
import type { Server } from '../../platform/http/server.ts';
import type { PaymentContext } from '../payment-context.ts';
import { CertificateUnavailable } from '../paypal/webhook-certificates.ts';
import { webhookVerifier } from '../paypal/webhook-signature.ts';
import { handleEvent } from './webhook-rules.ts';

/** The route of PayPal's webhooks. It reads the body as bytes, since PayPal signs them. */
export function webhookRoutes(app: Server, context: PaymentContext): void {
  const isGenuine = webhookVerifier(context.paypal.config);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));

    scope.post(
      '/paypal/webhook',
      {
        schema: {
          tags: ['Payments'],
          summary: 'Receive webhooks of PayPal',
          description: 'For PayPal only: every message is signed.',
          errors: ['webhook_refused', 'invalid_json', 'body_too_large', 'payments_unavailable'],
          response: { 200: done },
        },
        config: { ...webhookLimit, signedMessage: true },
      },
      async ({ headers, body }) => {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const genuine = await isGenuine(headers, bytes, context.clock()).catch((error: unknown) => {
          if (!(error instanceof CertificateUnavailable)) throw error;
          context.log?.warn(
            { event: 'payments.webhook.certificate_unavailable', err: error },
            'The certificate of a webhook could not be fetched',
          );
          // PayPal repeats a webhook that was not acknowledged.
          throw new ApiError('payments_unavailable', { retryAfter: 60 });
        });
        if (!genuine) throw new ApiError('webhook_refused');
        await handleEvent(context, bytes);
        return { message: 'Noted' };
      },
    );
  });
}
