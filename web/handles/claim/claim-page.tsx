import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { filterHandle } from '../../../contract/handles/handle-rules.ts';
import { pages } from '../../../contract/paths.ts';
import { isFree, type Price, planForHandle } from '../../../contract/payments/plans.ts';
import { useSite } from '../../api/site.ts';
import { isAllFree, usePrices } from '../../payments/shared/prices.ts';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { Strong } from '../../ui/strong.tsx';
import { Suggestions } from '../shared/suggestions.tsx';
import { useAvailability } from '../shared/use-availability.ts';
import { AddressPreview } from './address-preview.tsx';
import { AvailabilityLine } from './availability-line.tsx';
import { ClaimRule } from './claim-rule.tsx';
import { HandleField } from './handle-field.tsx';
import { HandleRules } from './handle-rules.tsx';
import { PackageComparison } from './package-comparison.tsx';
import { PlanCard } from './plan-card.tsx';
import { useClaimAtOnce } from './use-claim-at-once.ts';
import { useHandleInAddress } from './use-handle-in-address.ts';
import { useInvitation } from './use-invitation.ts';

const FreeClaimDialog = dialogOnDemand(async () => (await import('./free-claim-dialog.tsx')).FreeClaimDialog);

interface PaidClaim {
  open: boolean;
  handle: string;
  price: Price;
  /** The code of an invitation. */
  invitation: string | undefined;
  onClose: () => void;
}

interface ClaimPageProps {
  /** The email of the signed-in user, who claims a free handle without a dialog. */
  signedInAs: string | undefined;
  /** Called when the visitor has claimed a handle by the emailed link in another tab. */
  onSignedIn: (user: CurrentUser) => void;
  /** Called when a claim shows that the session has ended. */
  onSignedOut: () => void;
  /** Renders the dialog that buys a handle. */
  paidClaim: (claim: PaidClaim) => ReactNode;
}

/** `/create`: checks a typed handle, shows its price or similar free names, and claims it. */
export function ClaimPage({ signedInAs, onSignedIn, onSignedOut, paidClaim }: ClaimPageProps) {
  const [query] = useSearchParams();
  const invitation = useInvitation();
  const isInvited = invitation?.shown?.valid === true;
  const fixed = isInvited ? invitation.shown?.handle : null;
  const [typed, setHandle] = useState(() => filterHandle(query.get('handle') ?? ''));
  const handle = fixed ?? typed;
  const { state, checkAgain } = useAvailability(handle, invitation?.code);
  const writeToAddress = useHandleInAddress(handle, invitation?.code);
  const prices = usePrices();
  const { claims } = useSite();
  const [claiming, setClaiming] = useState(false);
  const atOnce = useClaimAtOnce({ onRefused: checkAgain, onSignedOut });
  const field = useRef<HTMLInputElement>(null);
  // Only with a mouse: on touch screens the focus would open the on-screen keyboard.
  useEffect(() => {
    const { activeElement } = document;
    const nothingFocused = activeElement === document.body || activeElement?.id === 'main';
    if (nothingFocused && window.matchMedia('(hover: hover) and (pointer: fine)').matches) {
      field.current?.focus({ preventScroll: true });
    }
  }, []);

  const available = state.status === 'available';
  const plan = handle === '' ? null : planForHandle(handle);
  const price = prices.find(({ name }) => name === plan);

  /** Unless claims are open, a link proves the address first, and then leads to the payment. */
  const asksFirst = claims === 'approval' && !isInvited;
  const needsLink = price !== undefined && (isFree(price) || (claims !== undefined && signedInAs === undefined));

  function claim() {
    if (!available || !price) field.current?.focus();
    else if (signedInAs !== undefined && (isFree(price) || asksFirst)) void atOnce.claim(handle, invitation?.code);
    else setClaiming(true);
  }
  function close() {
    setClaiming(false);
    // Another person may have claimed the handle while the dialog was open.
    checkAgain();
  }

  return (
    <div className="page-width pt-4 pb-40 sm:pt-8 sm:pb-24">
      <Link
        to={pages.home()}
        className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-medium text-soft hover:text-text"
      >
        <ArrowLeft className="size-4" aria-hidden /> Back to home
      </Link>

      <form
        className="mx-auto max-w-[50rem] pt-4 sm:pt-8"
        onBlur={writeToAddress}
        onSubmit={(event) => {
          event.preventDefault();
          claim();
        }}
      >
        <h1 className="text-center text-lg font-bold sm:text-3xl">Claim your handle</h1>
        <p className="mx-auto mt-2 max-w-[60ch] text-center text-balance text-soft">
          One name, two things: a page for all your links, and an email address.
        </p>
        <ClaimRule claims={claims} invitation={invitation} />
        <HandleField
          ref={field}
          value={handle}
          onChange={setHandle}
          state={state}
          isFixed={typeof fixed === 'string'}
        />
        <AvailabilityLine state={state} handle={handle} />
        {/* The height is reserved, so that nothing moves when names appear. */}
        <Suggestions handle={handle} state={state} prices={prices} onPick={setHandle} className="mt-1 h-21 sm:h-15" />
        <div className="mt-3 grid items-stretch gap-4 md:grid-cols-2">
          <PlanCard
            plan={plan}
            price={price}
            allFree={isAllFree(prices)}
            available={available}
            claiming={atOnce.isClaiming}
          />
          <AddressPreview handle={handle} available={available} />
        </div>
        {signedInAs !== undefined && (
          <p className="mt-3 text-center text-sm text-pretty text-soft">
            You are signed in: the handle will belong to <Strong>{signedInAs}</Strong>.
          </p>
        )}
      </form>

      <HandleRules prices={prices} />
      <PackageComparison prices={prices} current={plan} />

      {price && needsLink && (
        <FreeClaimDialog
          open={claiming}
          handle={handle}
          leadsToPayment={!isFree(price)}
          asksFirst={asksFirst}
          invitation={invitation?.code}
          onClose={close}
          onClaimed={onSignedIn}
        />
      )}
      {price &&
        !needsLink &&
        paidClaim({ open: claiming, handle, price, invitation: invitation?.code, onClose: close })}
    </div>
  );
}
