import { postPaypalWebhook } from '../../../contract/payments/payments.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { webhookLimit } from '../../platform/http/guards/rate-limits.ts';
import type { Server } from '../../platform/http/server.ts';
import type { PaymentContext } from '../payment-context.ts';
import { CertificateUnavailable } from '../paypal/webhook-certificates.ts';
import { webhookVerifier } from '../paypal/webhook-signature.ts';
import { handleEvent } from './webhook-rules.ts';

/** Route of PayPal's webhooks. It reads the body as bytes, which PayPal signs. */
export function webhookRoutes(app: Server, { sessions }: App, context: PaymentContext): void {
  const isGenuine = webhookVerifier(context.paypal.config);
  app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));

    const serve = callServer(scope, sessions, 'Payments');
    serve(
      postPaypalWebhook,
      {
        summary: 'Receive webhooks from PayPal',
        description: 'For PayPal only: every message is signed.',
        limit: { ...webhookLimit, signedMessage: true },
      },
      async ({ body, request }) => {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const genuine = await isGenuine(request.headers, bytes, context.clock()).catch((error: unknown) => {
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
