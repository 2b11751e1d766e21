import { randomBytes, randomUUID } from 'node:crypto';
import { notFound, unprocessable } from './problems.ts';

export type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED';
export type OrderStatus = 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';

/** Outcome of the next capture of an order. */
export type CaptureOutcome =
  | 'complete'
  | 'decline'
  /** The capture is pending until `decidePending` completes or denies it. */
  | 'pending'
  /** The payment is captured, but the call gets no response. */
  | 'no-response';

export interface Money {
  currency_code: string;
  value: string;
}

export interface EmulatedCapture {
  id: string;
  status: CaptureStatus;
  amount: Money;
  createdAt: string;
  refundId?: string;
}

export interface EmulatedOrder {
  id: string;
  status: OrderStatus;
  amount: Money;
  customId: string | undefined;
  description: string | undefined;
  /** The name of the merchant, as the payer sees it. */
  brand: string | undefined;
  createdAt: string;
  fate: CaptureOutcome;
  capture?: EmulatedCapture;
}

/** Id of the payee of every order. */
export const MERCHANT = 'EMV2AT3RPAYEE';
export const PAYER = 'payer@example.test';

/** Returns a random id in PayPal's alphabet. */
function newId(length: number): string {
  const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  return [...randomBytes(length)].map((byte) => characters[byte % characters.length]).join('');
}

const now = () => new Date().toISOString().replace(/\.\d+/, '');

export class Orders {
  readonly all = new Map<string, EmulatedOrder>();
  /** Called for each event that PayPal sends by webhook. */
  readonly #tell: (type: string, order: EmulatedOrder) => void;

  constructor(tell: (type: string, order: EmulatedOrder) => void) {
    this.#tell = tell;
  }

  get(id: string): EmulatedOrder {
    const order = this.all.get(id);
    if (!order) throw notFound();
    return order;
  }

  byCapture(captureId: string): EmulatedOrder & { capture: EmulatedCapture } {
    for (const order of this.all.values()) {
      if (order.capture?.id === captureId) return order as EmulatedOrder & { capture: EmulatedCapture };
    }
    throw notFound();
  }

  create(unit: { amount: Money; custom_id?: string; description?: string }, brand?: string): EmulatedOrder {
    const order: EmulatedOrder = {
      id: newId(17),
      status: 'CREATED',
      amount: unit.amount,
      customId: unit.custom_id,
      description: unit.description,
      brand,
      createdAt: now(),
      fate: 'complete',
    };
    this.all.set(order.id, order);
    return order;
  }

  /** Approves the order as the payer; `fate` is the outcome of the next capture. */
  approve(id: string, fate: CaptureOutcome = 'complete'): void {
    const order = this.get(id);
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
    order.status = 'APPROVED';
    order.fate = fate;
    this.#tell('CHECKOUT.ORDER.APPROVED', order);
  }

  capture(id: string): EmulatedOrder {
    const order = this.get(id);
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
    if (order.fate === 'decline') throw unprocessable('INSTRUMENT_DECLINED');
    const status = order.fate === 'pending' ? 'PENDING' : 'COMPLETED';
    order.capture = { id: newId(17), status, amount: order.amount, createdAt: now() };
    order.status = 'COMPLETED';
    this.#tell(`PAYMENT.CAPTURE.${status}`, order);
    return order;
  }

  /** Ends PayPal's review of a pending capture. */
  decidePending(id: string, verdict: 'COMPLETED' | 'DENIED' | 'DECLINED'): void {
    const order = this.get(id);
    if (order.capture?.status !== 'PENDING') throw notFound();
    order.capture.status = verdict === 'COMPLETED' ? 'COMPLETED' : 'DECLINED';
    this.#tell(`PAYMENT.CAPTURE.${verdict}`, order);
  }

  refund(captureId: string): EmulatedOrder & { capture: EmulatedCapture } {
    const order = this.byCapture(captureId);
    if (order.capture.status === 'REFUNDED') throw unprocessable('CAPTURE_FULLY_REFUNDED');
    order.capture.status = 'REFUNDED';
    order.capture.refundId = newId(17);
    this.#tell('PAYMENT.CAPTURE.REFUNDED', order);
    return order;
  }
}

/** Returns an event id in PayPal's format. */
export function newEventId(): string {
  return `WH-${newId(17)}-${randomUUID().slice(0, 8).toUpperCase()}`;
}
