import { type EmulatedCapture, type EmulatedOrder, MERCHANT, PAYER } from './orders.ts';

const payee = { email_address: 'merchant@example.test', merchant_id: MERCHANT };

/** Returns PayPal's representation of an order. */
export function orderResource(order: EmulatedOrder, base: string) {
  const self = `${base}/v2/checkout/orders/${order.id}`;
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    purchase_units: [
      {
        reference_id: 'default',
        amount: order.amount,
        payee,
        ...(order.description !== undefined && { description: order.description }),
        ...(order.customId !== undefined && { custom_id: order.customId }),
        ...(order.capture && { payments: { captures: [captureResource(order, order.capture, base)] } }),
      },
    ],
    ...(order.status !== 'CREATED' && { payer: { email_address: PAYER } }),
    create_time: order.createdAt,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${base}/approve?token=${order.id}`, rel: 'approve', method: 'GET' },
      { href: `${self}/capture`, rel: 'capture', method: 'POST' },
    ],
  };
}

export function captureResource(order: EmulatedOrder, capture: EmulatedCapture, base: string) {
  const self = `${base}/v2/payments/captures/${capture.id}`;
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: capture.amount,
    final_capture: true,
    ...(order.customId !== undefined && { custom_id: order.customId }),
    create_time: capture.createdAt,
    update_time: capture.createdAt,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${base}/v2/checkout/orders/${order.id}`, rel: 'up', method: 'GET' },
    ],
  };
}

export function refundResource(order: EmulatedOrder & { capture: EmulatedCapture }, base: string) {
  return {
    id: order.capture.refundId ?? '',
    status: 'COMPLETED',
    amount: order.capture.amount,
    ...(order.customId !== undefined && { custom_id: order.customId }),
    links: [
      { href: `${base}/v2/payments/refunds/${order.capture.refundId}`, rel: 'self', method: 'GET' },
      { href: `${base}/v2/payments/captures/${order.capture.id}`, rel: 'up', method: 'GET' },
    ],
  };
}

/** Returns the `resource_type` of a webhook event. */
export function resourceType(type: string): 'checkout-order' | 'capture' | 'refund' {
  if (type.startsWith('CHECKOUT.')) return 'checkout-order';
  return /\.(REFUNDED|REVERSED)$/.test(type) ? 'refund' : 'capture';
}

/** Returns the `resource` of a webhook event: the order, the capture or the refund. */
export function eventResource(type: string, order: EmulatedOrder, base: string): object {
  if (!order.capture || type.startsWith('CHECKOUT.')) return orderResource(order, base);
  const related = { supplementary_data: { related_ids: { order_id: order.id } } };
  if (resourceType(type) === 'refund') return refundResource({ ...order, capture: order.capture }, base);
  return { ...captureResource(order, order.capture, base), ...related };
}
