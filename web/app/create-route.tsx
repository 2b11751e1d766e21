import { lazy } from 'react';
import { ClaimPage } from '../handles/claim-page.tsx';

const PaidClaimDialog = lazy(async () => ({
  default: (await import('../payments/paid-claim-dialog.tsx')).PaidClaimDialog,
}));

/** `/create`: the claim page, where handles that cost something are bought. */
export function CreateRoute() {
  return <ClaimPage paidClaim={(claim) => <PaidClaimDialog {...claim} />} />;
}
