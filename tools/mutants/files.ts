import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The kind of damage that a wrong decision of the file causes. */
export type Area = 'identity' | 'rights' | 'money' | 'mail loss' | 'privacy';

export interface MutatedFile {
  path: string;
  area: Area;
  /** The test files that own the behaviour of the file. */
  judges: string[];
}

/** Files whose mutants are tested. A file is judged by the test beside it and by the tests that follow its name. */
const ROWS: Record<Area, string[]> = {
  identity: [
    'contract/addresses.ts',
    'contract/handles/handle-rules.ts',
    'mail/authenticate/spf.ts',
    'mail/filter/dmarc-policy.ts',
    'mail/rewrite/srs.ts',
    'mail/rewrite/strip-forged-headers.ts',
    'mail/smtp-in/checks/client-network.ts',
    'mail/smtp-in/submission/login-limits.ts',
    'mail/smtp-in/submission/sasl.ts',
    'mail/submission/own-address.ts',
    'server/addresses/inbox-key.ts',
    'server/handles/host-names.ts',
    'server/platform/crypto/secrets.ts',
    'server/platform/http/guards/client-address.ts',
    'server/platform/http/guards/client-network.ts',
    'server/platform/http/sessions/browser-cookie.ts',
    'server/platform/http/sessions/device-cookie.ts',
    'server/sending/shared/app-password-secret.ts',
  ],
  rights: [
    'contract/roles.ts',
    'mail/smtp-in/submission/submission-checks.ts',
    'server/handle-access/entitlement.ts',
    'server/handle-access/handle-access.ts',
    'server/platform/http/guards/csrf.ts',
    'server/sending/limits/send-windows.ts',
    'server/sending/submission/submission-rules.ts',
    'server/uploads/signed-address.ts',
  ],
  money: [
    'contract/payments/cents.ts',
    'contract/payments/features.ts',
    'contract/payments/paid-years.ts',
    'contract/payments/plans.ts',
    'server/payments/paypal/outcome.ts',
    'server/payments/paypal/verify.ts',
    'server/payments/paypal/webhook-signature.ts',
    'server/payments/prices/price-rules.ts',
  ],
  'mail loss': [
    'mail/auto-reply/should-reply.ts mail/auto-reply/local-mail.test.ts',
    'mail/delivery/dedup.ts',
    'mail/delivery/deliver-or-queue.ts',
    'mail/delivery/unconfirmed-delivery.ts',
    'mail/filter/loops.ts',
    'mail/queue/direct-slots.ts',
    'mail/queue/retry-schedule.ts',
    'mail/queue/runner.ts mail/queue/runner-lifecycle.test.ts mail/queue/runner-outcomes.test.ts',
    'mail/smtp-in/checks/envelope-checks.ts',
    'mail/smtp-in/checks/rate-limits.ts',
    'mail/smtp-in/checks/recipient.ts',
    'mail/smtp-in/line-endings.ts',
    'mail/smtp-in/spool.ts',
    'mail/smtp-in/submission/remote-address.ts',
    'mail/smtp-out/client/classify-reply.ts mail/smtp-out/client/delivery-result.test.ts',
    'mail/smtp-out/client/delivery-result.ts',
    'mail/smtp-out/client/dot-stuffing.ts',
    'mail/smtp-out/pool/circuit-breaker.ts',
    'server/addresses/foreign-address.ts',
    'server/backup/retention-rules.ts',
  ],
  privacy: [
    'mail/message/reply-address.ts',
    'mail/message/same-inbox.ts',
    'mail/reply/message-ids.ts',
    'mail/smtp-out/policy/mta-sts-policy.ts',
    'mail/smtp-out/policy/reserved-addresses.ts',
    'mail/smtp-out/policy/tls-policy.ts',
    'server/analytics/counting/visitor-hash.ts',
  ],
};

export const MUTATED_FILES: MutatedFile[] = Object.entries(ROWS).flatMap(([area, rows]) =>
  rows.map((row) => {
    const [path = '', ...others] = row.split(' ');
    const beside = path.replace(/\.tsx?$/, '.test$&');
    const judges = existsSync(join(import.meta.dirname, '../..', beside)) ? [beside, ...others] : others;
    return { path, area: area as Area, judges };
  }),
);
