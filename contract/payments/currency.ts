/** Every order has this currency and this intent. */
export const CURRENCY = 'USD';
export const INTENT = 'CAPTURE';
