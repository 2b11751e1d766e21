export const supportPages = {
  support: () => '/app/support',
  /** The form with the topic "Refund", for a handle if its id is known. */
  refund: (handleId?: number) => `/app/support?topic=refund${handleId === undefined ? '' : `&handleId=${handleId}`}`,
} as const;
