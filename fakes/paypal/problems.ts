/** An error response of PayPal. The messages and descriptions are verbatim copies of PayPal's. */
export class PaypalProblem extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, name: string, message: string, details: object[] = []) {
    super(name);
    this.status = status;
    this.body = { name, message, debug_id: 'b1d1f06c7246c', ...(details.length > 0 && { details }), links: [] };
  }
}

const UNPROCESSABLE =
  'The requested action could not be performed, semantically incorrect, or failed business validation.';

const ISSUES = {
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
} as const;

/** Returns a 422 response with one of PayPal's issues. */
export function unprocessable(issue: keyof typeof ISSUES): PaypalProblem {
  return new PaypalProblem(422, 'UNPROCESSABLE_ENTITY', UNPROCESSABLE, [{ issue, description: ISSUES[issue] }]);
}

export function notFound(): PaypalProblem {
  return new PaypalProblem(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    {
      issue: 'INVALID_RESOURCE_ID',
      description: 'Specified resource ID does not exist. Please check the resource ID and try again.',
    },
  ]);
}

export function unauthorized(): PaypalProblem {
  return new PaypalProblem(
    401,
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  );
}
