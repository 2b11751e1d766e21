import { Sparkles } from 'lucide-react';
import { isFree, type Plan, type Price, percentOff } from '../../../contract/payments/plans.ts';
import { formatDollars } from '../../payments/shared/prices.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Button } from '../../ui/form/button.tsx';

/** Label of the button that claims a handle at this price. */
function claimLabel(price: Price | undefined): string {
  return price === undefined || isFree(price) ? 'Grab It!' : 'Reserve It!';
}

const TAGLINES: Record<Plan, string> = {
  Free: 'Over 10 letters, and free of charge.',
  Plus: 'Five to ten letters: short, sharp, easy to say.',
  Deluxe: 'Two to four letters: as rare as they look.',
  Vanity: 'One of only 26 single letters in this universe.',
};

interface PlanCardProps {
  /** Null while nothing is typed. */
  plan: Plan | null;
  price: Price | undefined;
  /** No plan costs anything here. */
  allFree: boolean;
  available: boolean;
  /** The handle is being claimed without a dialog. */
  claiming: boolean;
}

/** The plan of the typed handle; a flip animation marks a change. Its button submits the form. */
export function PlanCard({ plan, price, allFree, available, claiming }: PlanCardProps) {
  return (
    <Card className="flex flex-col justify-between gap-5">
      <div key={plan ?? 'none'} className="min-h-31 animate-turn">
        {plan && price ? <PlanDetails plan={plan} price={price} /> : <NoPlan allFree={allFree} />}
      </div>
      {/* On phones the button is fixed at the bottom of the screen. */}
      <div className="max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-border max-sm:bg-background/90 max-sm:p-4 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:backdrop-blur-md">
        <Button type="submit" variant="brand" size="large" disabled={!available} busy={claiming} className="w-full">
          <Sparkles aria-hidden /> {claimLabel(price)}
        </Button>
      </div>
    </Card>
  );
}

function PlanDetails({ plan, price }: { plan: Plan; price: Price }) {
  const { price_yearly_usd_now: now, price_yearly_usd_full: full } = price;
  const off = percentOff(price);
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{plan}</h2>
        {off > 0 && <Badge tone="accent">{off}% OFF</Badge>}
      </div>
      <p className="mt-2 flex items-baseline gap-2 tabular-nums">
        <span>
          <span className="text-3xl font-bold tracking-tight">{formatDollars(now)}</span>
          <span className="text-soft">/year</span>
        </span>
        {now < full && (
          <s className="text-soft">
            <span className="sr-only">instead of </span>
            {formatDollars(full)}
          </s>
        )}
      </p>
      <p className="mt-2 text-sm text-soft">{TAGLINES[plan]}</p>
    </>
  );
}

function NoPlan({ allFree }: { allFree: boolean }) {
  return (
    <>
      <h2 className="text-lg font-semibold">The shorter, the rarer</h2>
      <p className="mt-2 text-soft">
        Your plan follows the length of your handle.{' '}
        {allFree ? 'No plan costs anything here.' : 'Over 10 letters it is free.'}
      </p>
    </>
  );
}
