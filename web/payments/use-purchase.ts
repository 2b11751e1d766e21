import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { postOrderCapture } from '../../contract/payments/payments.ts';
import { call } from '../api/client.ts';
import { CHECKOUT_LIFETIME_MS, type Checkout, openCheckout } from './checkout.ts';
import { captureFailure, orderFailure, type PaymentFailure, registrationFailure } from './payment-failure.ts';

export interface CompletedPurchase {
  handle: string;
  paidUntil: string;
}

/** The calls that order a purchase and complete it after the capture. */
interface Purchase {
  kind: 'registration' | 'renewal';
  /** True once the payment step is shown. PayPal is loaded from then on. */
  active: boolean;
  order: (signal: AbortSignal) => Promise<{ id: string }>;
  complete: (orderId: string) => Promise<CompletedPurchase>;
  onBought: () => void;
}

export type PurchaseState =
  | { step: 'payment'; paying: boolean; cancelled: boolean }
  | { step: 'processing' }
  | { step: 'success'; result: CompletedPurchase }
  | { step: 'error'; failure: PaymentFailure };

const START: PurchaseState = { step: 'payment', paying: false, cancelled: false };
/** Runs a purchase: approval in PayPal's window, capture, completion. */
export function usePurchase({ kind, active, order, complete, onBought }: Purchase) {
  const [state, setState] = useState<PurchaseState>(START);
  const [checkout, setCheckout] = useState<Checkout | null>(null);
  /** The id of an approved order that is not completed yet. The order gets completed, never paid a second time. */
  const [approved, setApproved] = useState<string | null>(null);
  const attempt = useRef<AbortController | null>(null);

  const needsCheckout = active && state.step === 'payment' && approved === null && checkout === null;
  useEffect(() => {
    if (!needsCheckout) return;
    const loading = new AbortController();
    openCheckout(loading.signal).then(
      (opened) => !loading.signal.aborted && setCheckout(opened),
      (error) => !loading.signal.aborted && setState({ step: 'error', failure: orderFailure(error) }),
    );
    return () => loading.abort();
  }, [needsCheckout]);

  const idle = state.step === 'payment' && !state.paying;
  useEffect(() => {
    if (!checkout || !idle) return;
    const stale = setTimeout(() => setCheckout(null), CHECKOUT_LIFETIME_MS);
    return () => clearTimeout(stale);
  }, [checkout, idle]);

  // Unmounting closes PayPal's window.
  useEffect(() => () => checkout?.cancel(), [checkout]);
  useEffect(() => () => attempt.current?.abort(), []);

  /** Starts an attempt; returns null while another one is running. The results of an aborted attempt are ignored. */
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

  async function capture(current: AbortController, orderId: string): Promise<void> {
    setApproved(orderId);
    setState({ step: 'processing' });
    const fail = (failure: PaymentFailure) => {
      if (!current.signal.aborted && !failure.unfinished) setApproved(null);
      end(current, { step: 'error', failure });
    };
    try {
      await call(postOrderCapture, { orderId });
    } catch (error) {
      return fail(captureFailure(error));
    }
    try {
      const result = await complete(orderId);
      onBought();
      end(current, { step: 'success', result });
    } catch (error) {
      fail(registrationFailure(error, kind));
    }
  }

  /** Opens PayPal. Nothing may be awaited between the click and this call, or the browser blocks the window. */
  function pay(): void {
    const current = checkout && begin();
    if (!current) return;
    setState({ step: 'payment', paying: true, cancelled: false });
    const placed = order(current.signal).then(({ id }) => ({ orderId: id }));
    checkout.pay(placed).then(
      (outcome) => {
        if (current.signal.aborted) return;
        if (outcome.kind === 'approved') void capture(current, outcome.orderId);
        else end(current, { step: 'payment', paying: false, cancelled: true });
      },
      (error) => {
        // A failed checkout session cannot be reused.
        if (!current.signal.aborted) setCheckout(null);
        end(current, { step: 'error', failure: orderFailure(error) });
      },
    );
  }

  /** Completes a payment that was approved earlier. */
  function finish(): void {
    const current = approved !== null && begin();
    if (current) void capture(current, approved);
  }

  /** Aborts the attempt and closes PayPal's window. The server reconciles a payment that was already approved. */
  function abandon(): void {
    attempt.current?.abort();
    attempt.current = null;
    checkout?.cancel();
  }

  // The back/forward cache may restore the page later, when the attempt is no longer running.
  const cancelOnPageHide = useEffectEvent(() => {
    if (!attempt.current || state.step !== 'payment') return;
    abandon();
    setState({ step: 'payment', paying: false, cancelled: true });
  });
  useEffect(() => {
    const onPageHide = () => cancelOnPageHide();
    window.addEventListener('pagehide', onPageHide);
    return () => window.removeEventListener('pagehide', onPageHide);
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

export type PurchaseControls = ReturnType<typeof usePurchase>;
