import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { calls } from '../../contract/paths.ts';
import { call } from '../api/client.ts';
import { CHECKOUT_LIFE, type Checkout, openCheckout } from './checkout.ts';
import { captureFailure, orderFailure, type PaymentFailure, registrationFailure } from './payment-failure.ts';

export interface Bought {
  handle: string;
  paidUntil: string;
}

/** What is bought: how it is ordered, and how it is claimed once the money was taken. */
interface Purchase {
  what: 'registration' | 'renewal';
  /** Whether the payment is on the screen: PayPal is loaded from then on. */
  active: boolean;
  order: (signal: AbortSignal) => Promise<{ id: string }>;
  complete: (orderId: string) => Promise<Bought>;
  onBought: () => void;
}

export type PurchaseState =
  | { step: 'payment'; paying: boolean; cancelled: boolean }
  | { step: 'processing' }
  | { step: 'success'; bought: Bought }
  | { step: 'error'; failure: PaymentFailure };

const START: PurchaseState = { step: 'payment', paying: false, cancelled: false };
const loadOrder = async () => (await import('../../contract/payments.ts')).orderResponse;

/** Leads through a payment: PayPal's window, taking the money, and getting what it is for. */
export function usePurchase({ what, active, order, complete, onBought }: Purchase) {
  const [state, setState] = useState<PurchaseState>(START);
  const [checkout, setCheckout] = useState<Checkout | null>(null);
  /** An approved order that has not ended: it is finished, never paid again. */
  const [approved, setApproved] = useState<string | null>(null);
  const attempt = useRef<AbortController | null>(null);

  const needed = active && state.step === 'payment' && approved === null && checkout === null;
  useEffect(() => {
    if (!needed) return;
    const loading = new AbortController();
    openCheckout(loading.signal).then(
      (opened) => !loading.signal.aborted && setCheckout(opened),
      (error) => !loading.signal.aborted && setState({ step: 'error', failure: orderFailure(error) }),
    );
    return () => loading.abort();
  }, [needed]);

  const idle = state.step === 'payment' && !state.paying;
  useEffect(() => {
    if (!checkout || !idle) return;
    const stale = setTimeout(() => setCheckout(null), CHECKOUT_LIFE);
    return () => clearTimeout(stale);
  }, [checkout, idle]);

  // Whoever leaves the page leaves PayPal's window as well.
  useEffect(() => () => checkout?.cancel(), [checkout]);
  useEffect(() => () => attempt.current?.abort(), []);

  /** Begins an attempt; null while another is under way. What an attempt that was given up still learns, nobody hears. */
  function begin(): AbortController | null {
    if (attempt.current) return null;
    attempt.current = new AbortController();
    return attempt.current;
  }

  function end({ signal }: AbortController, next: PurchaseState): void {
    if (signal.aborted) return;
    attempt.current = null;
    setState(next);
  }

  async function take(mine: AbortController, orderId: string): Promise<void> {
    setApproved(orderId);
    setState({ step: 'processing' });
    const fail = (failure: PaymentFailure) => {
      if (!mine.signal.aborted && !failure.unfinished) setApproved(null);
      end(mine, { step: 'error', failure });
    };
    try {
      await call(calls.capturePaypalOrder(orderId), loadOrder, { method: 'POST' });
    } catch (error) {
      return fail(captureFailure(error));
    }
    try {
      const bought = await complete(orderId);
      onBought();
      end(mine, { step: 'success', bought });
    } catch (error) {
      fail(registrationFailure(error, what));
    }
  }

  /** Opens PayPal. Nothing may be awaited between the click and this call. */
  function pay(): void {
    const mine = checkout && begin();
    if (!mine) return;
    setState({ step: 'payment', paying: true, cancelled: false });
    const placed = order(mine.signal).then(({ id }) => ({ orderId: id }));
    checkout.pay(placed).then(
      (verdict) => {
        if (mine.signal.aborted) return;
        if (verdict.kind === 'approved') void take(mine, verdict.orderId);
        else end(mine, { step: 'payment', paying: false, cancelled: true });
      },
      (error) => {
        // What failed once is not used again.
        if (!mine.signal.aborted) setCheckout(null);
        end(mine, { step: 'error', failure: orderFailure(error) });
      },
    );
  }

  /** Goes on with a payment that was approved before. */
  function finish(): void {
    const mine = approved !== null && begin();
    if (mine) void take(mine, approved);
  }

  /** Gives up what is under way and closes PayPal's window. A payment that was approved is seen to by the server. */
  function abandon(): void {
    attempt.current?.abort();
    attempt.current = null;
    checkout?.cancel();
  }

  // A page that is left by the browser's own buttons may be kept and come back: nothing is under way then.
  const leave = useEffectEvent(() => {
    if (!attempt.current || state.step !== 'payment') return;
    abandon();
    setState({ step: 'payment', paying: false, cancelled: true });
  });
  useEffect(() => {
    const onLeave = () => leave();
    window.addEventListener('pagehide', onLeave);
    return () => window.removeEventListener('pagehide', onLeave);
  }, []);

  return {
    state,
    ready: checkout !== null,
    approved: approved !== null,
    pay,
    finish,
    retry: () => setState(START),
    abandon,
  };
}

export type PurchaseInHand = ReturnType<typeof usePurchase>;
