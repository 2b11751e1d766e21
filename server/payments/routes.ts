import { packageList } from '../../contract/payments.ts';
import type { App } from '../plumbing/app-context.ts';
import type { Server } from '../plumbing/server.ts';
import { listPackages } from './rules.ts';

export function paymentRoutes(app: Server, { db }: App): void {
  app.get('/api/packages', { schema: { response: { 200: packageList } } }, async () => listPackages(db));
}
