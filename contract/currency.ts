/** The only currency and intent of an order. */
export const CURRENCY = 'USD';
export const INTENT = 'CAPTURE';
