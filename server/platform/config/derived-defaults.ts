import { availableParallelism } from 'node:os';
import path from 'node:path';

/** Each process takes database connections, so more must be asked for with MAIL_PROCESSES. */
const MAX_DEFAULT_MAIL_PROCESSES = 8;

/** The first promise of the landing page in local mode. An installation in production makes a promise of its own, or none. */
export const LOCAL_TRUST_CLAIM = 'Trusted by 50,000+ users worldwide';

/** The settings that the defaults of others depend on. */
interface Known {
  NODE_ENV: string;
  PORT: number;
  DATA_DIR: string;
  PUBLIC_URL: URL;
  MAIL_DOMAIN: string;
}

/** Defaults that depend on other settings. They are derived in this order. */
export const DERIVED_DEFAULTS = {
  // Port 0 means any free port, which is not known yet.
  PUBLIC_URL: ({ PORT }: Known) => new URL(`http://localhost:${PORT || 3000}`),
  MAIL_DOMAIN: ({ PUBLIC_URL }: Known) => PUBLIC_URL.hostname,
  MAIL_HOSTNAME: ({ MAIL_DOMAIN }: Known) => MAIL_DOMAIN,
  MAIL_FROM: ({ MAIL_DOMAIN }: Known) => `Nameplate <no-reply@${MAIL_DOMAIN}>`,
  DKIM_KEYS: ({ DATA_DIR }: Known) => path.join(DATA_DIR, 'dkim'),
  BACKUP_DIR: ({ DATA_DIR }: Known) => path.join(DATA_DIR, 'backups'),
  MAIL_PROCESSES: ({ NODE_ENV }: Known) =>
    NODE_ENV === 'production' ? Math.min(availableParallelism(), MAX_DEFAULT_MAIL_PROCESSES) : 1,
  SUBMISSION_PORT: ({ NODE_ENV }: Known) => (NODE_ENV === 'production' ? 587 : 2587),
  SUBMISSIONS_PORT: ({ NODE_ENV }: Known) => (NODE_ENV === 'production' ? 465 : 2465),
  TRUST_CLAIM: ({ NODE_ENV }: Known) => (NODE_ENV === 'production' ? '' : LOCAL_TRUST_CLAIM),
  METRICS_LISTEN: ({ NODE_ENV }: Known) =>
    NODE_ENV === 'production' ? { host: '127.0.0.1', port: 9464 } : ('off' as const),
};
