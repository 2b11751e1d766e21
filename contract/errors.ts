import * as z from 'zod/mini';
import { CLAIM_TEXTS } from './claim-modes/claim-texts.ts';
import { confirmedAct } from './confirmed-acts.ts';

/** Every error code that the server returns, with its HTTP status and its user-visible message. */
export const ERRORS = {
  invalid_input: [400, 'Please check what you entered and try again.'],
  invalid_json: [400, 'The request could not be read. Please reload the page and try again.'],
  signed_out: [401, 'Please sign in first.'],
  payment_required: [402, 'This handle is on a paid plan. Please pay for it to make it yours.'],
  paid_plans_off: [403, 'Only handles of more than 10 characters are available here. Please choose a longer one.'],
  claims_closed: [403, CLAIM_TEXTS.closed],
  claims_domain: [403, CLAIM_TEXTS.domains],
  claims_invitation: [403, CLAIM_TEXTS.invitation],
  claims_approval: [
    403,
    'The people who run this site decide about this first. Please ask for the handle and wait for their decision.',
  ],
  address_unproven: [
    403,
    'Please sign in with this address before you pay. If you have no account yet, let us email you a link to the address.',
  ],
  wrong_origin: [403, 'This request did not come from our own pages. Please reload the page and try again.'],
  forbidden: [403, "You don't have permission to do this."],
  role_required: [403, 'Your role as an administrator does not include this. Please ask an owner of this site.'],
  last_owner: [409, 'This is the only owner. Please make somebody else an owner first.'],
  role_from_settings: [
    409,
    'The setting ADMIN_EMAILS makes this account an owner. Please remove its address from that setting first.',
  ],
  account_suspended: [
    403,
    'This account is suspended, so nobody can sign in to it. Please write to our postmaster if you think that is a mistake.',
  ],
  account_closed: [
    403,
    'This account is closed. To keep it, sign in by email: the email explains what will be restored.',
  ],
  recent_sign_in_required: [403, 'Please confirm that it is you.'],
  passkey_enrolment_required: [403, 'Administrators need a passkey here. Please add one to your account first.'],
  passkey_required: [403, 'Administrators need their passkey here. Please confirm with it.'],
  handle_resting: [410, 'This handle is resting: it was not renewed. Only its owner can renew it.'],
  not_found: [404, 'This does not exist, or it is not yours.'],
  handle_taken: [409, 'Sorry, this handle is taken.'],
  handle_reserved: [409, 'This handle is reserved. Please choose another one.'],
  handle_invalid: [
    400,
    'A handle has 1-30 letters, numbers, hyphens and dots, and begins and ends with a letter or number.',
  ],
  handle_limit: [
    409,
    'This account has reached its limit of free handles. Paid handles are not limited; for more free ones, please write to our postmaster.',
  ],
  too_many_claims: [
    429,
    'Many handles have been claimed from your network today. Please try again tomorrow, or from another network.',
  ],
  too_many_waiting: [
    409,
    'Three of your claims wait for a decision already. Please wait for the email about one of them before you ask for another handle.',
  ],
  plan_mismatch: [400, 'The plan does not match the length of this handle. Please reload the page and try again.'],
  email_invalid: [400, 'Please enter a valid email address.'],
  own_domain: [400, 'Mail cannot be forwarded to an address here. Please enter the address of your real inbox.'],
  not_own_address: [
    409,
    'This is not the verified address of your account. Please let us send a verification email to it instead.',
  ],
  forwarding_needs_address: [400, 'Please enter the address of your real inbox.'],
  same_address: [409, 'Mail already goes to this address.'],
  forwarder_limit: [
    409,
    'This inbox already receives mail for as many handles as the plan allows. Use another inbox or a larger plan.',
  ],
  inbox_stopped: [
    409,
    'The owner of this inbox stopped all mail from us to it. Please use another inbox. If this inbox is yours, open the link at the end of one of our emails there and press “Allow it again”.',
  ],
  nothing_to_test: [
    409,
    'Mail to this address is not forwarded at the moment. Verify an inbox and switch forwarding on, then send a test mail.',
  ],
  plan_without_sending: [
    403,
    'Sending and replies are part of the Plus, Deluxe and Vanity plans. This handle is on another plan, or its year has ended.',
  ],
  plan_without_auto_reply: [
    403,
    'Automatic replies are part of the Plus, Deluxe and Vanity plans. This handle is on another plan, or its year has ended.',
  ],
  plan_without_teams: [
    403,
    'Teams are part of the Deluxe and Vanity plans. This handle is on another plan, or its year has ended.',
  ],
  plan_without_analytics: [
    403,
    'Analytics are part of the Deluxe and Vanity plans. This handle is on another plan, or its year has ended.',
  ],
  role_without_right: [403, 'Your role in this team does not include this. Please ask the owner of the handle.'],
  member_limit: [409, 'A handle can have at most 25 members. Please remove one first.'],
  member_known: [409, 'This person is already a member, or already invited.'],
  invitation_expired: [410, 'This invitation has expired. Please ask for a new one.'],
  invitation_not_expired: [409, 'This person has already joined.'],
  transfer_pending: [409, 'This handle is already offered to somebody. Please withdraw that offer first.'],
  transfer_expired: [410, 'This offer has expired. Please ask for a new one.'],
  transfer_blocked: [
    409,
    'This handle cannot be handed over now: it is suspended, or a payment for it is not complete. Please try again later.',
  ],
  give_up_blocked: [
    409,
    'This handle cannot be given up now: it is suspended, or a payment for it is not complete. Please try again later.',
  ],
  transfer_to_owner: [409, 'This handle already belongs to this account.'],
  too_many_support_requests: [
    429,
    'You have sent many requests to support in a short time. We read all of them; please wait before you send another one.',
  ],
  no_appeal: [
    409,
    'You can no longer appeal against this decision: you have appealed already, or the decision is too old.',
  ],
  case_decided: [409, 'Somebody has decided this already. Please reload the list.'],
  app_password_limit: [409, 'A handle can have at most 10 app passwords. Please revoke one first.'],
  sending_paused: [409, 'Sending is paused for this handle. Please read the reason and resume it first.'],
  sending_not_paused: [409, 'Sending is not paused.'],
  sending_pause_kept: [403, 'An administrator paused sending for this handle. Please write to our postmaster.'],
  sending_limit: [429, 'This handle has reached its limit of recipients. Please try again later.'],
  no_inbox: [409, 'This handle has no verified inbox yet. Verify one, then try again.'],
  already_verified: [409, 'This address is already verified.'],
  version_conflict: [
    412,
    'This was changed somewhere else in the meantime. Nothing was saved: please look at both versions.',
  ],
  address_taken: [409, 'This address already belongs to an account. Please use another one.'],
  address_changed: [
    409,
    'This was the sign-in address of an account until a few days ago. Please sign in with the new address, or undo the change with the link in the email that we sent to this address.',
  ],
  link_invalid: [404, 'This link is not valid.'],
  link_used: [410, 'This link was already used.'],
  link_expired: [410, 'This link has expired.'],
  handle_gone: [409, 'Someone else has claimed this handle in the meantime.'],
  sign_in_code_wrong: [400, 'This code is not right. Please compare it with the latest email.'],
  sign_in_code_spent: [410, 'This code is not valid any more. Please ask for a new email.'],
  passkey_refused: [400, 'This passkey was not accepted. Please try again, or sign in by email.'],
  passkey_expired: [410, 'That took too long. Please try again.'],
  passkey_unknown: [404, 'We do not know this passkey; it may have been removed. Please sign in by email.'],
  passkey_known: [409, 'This passkey is already set up.'],
  passkey_limit: [409, 'You can have at most 10 passkeys. Please remove one first.'],
  passkey_last: [409, 'Administrators need a passkey here. Please add another one before you remove this one.'],
  misdirected: [421, 'This server does not serve the requested site.'],
  upload_too_large: [413, 'This file is larger than 10 MB. Please choose a smaller picture.'],
  upload_expired: [403, 'Request has expired'],
  upload_refused: [403, 'This upload address does not accept this file. Please start the upload again.'],
  upload_used: [409, 'A file was already sent to this address. Please start the upload again.'],
  upload_missing: [409, 'No file has arrived at this address yet. Please upload it first.'],
  picture_unreadable: [422, 'This file is not a picture that we can read. Please choose a PNG, JPG or GIF.'],
  picture_too_large: [422, 'This picture has more than 25 megapixels. Please make it smaller and try again.'],
  picture_too_long: [422, 'This animation is too long. Please shorten it or make it smaller and try again.'],
  picture_refused: [403, 'An administrator removed this picture from this site. Please choose another one.'],
  picture_removed: [410, 'An administrator removed this picture.'],
  picture_limit: [
    409,
    'This page has as many pictures as it can have. Those that it no longer uses are deleted after a day.',
  ],
  price_changed: [400, 'The price has changed. Please reload the page and try again.'],
  nothing_to_pay: [
    409,
    'This costs nothing at the moment, so no payment is needed. Please reload the page and try again.',
  ],
  order_ambiguous: [400, 'Please choose which handle this payment is for.'],
  too_many_orders: [
    429,
    'Several handles are already reserved for this address and not paid for yet. Please pay for one of them or wait a while.',
  ],
  too_many_holds: [
    429,
    'Your network has reached its limit of handles reserved for payment. Please pay for one of them, or try again in 15 minutes.',
  ],
  not_renewable: [409, 'This handle cannot be renewed: it is free of charge, or it is no longer yours.'],
  renewal_too_early: [409, 'This handle is already paid for the coming year.'],
  payment_unknown: [404, 'We could not find this payment.'],
  payment_open: [409, 'This payment is not complete yet. Please finish it with PayPal and try again.'],
  payment_declined: [402, 'PayPal declined this payment. Nothing was taken. Please try another way to pay.'],
  payment_lapsed: [409, 'This order is no longer open and nothing was taken. Please start again.'],
  payment_differs: [409, 'The payment that PayPal reports does not match our order, so we did not accept it.'],
  payment_bound: [409, 'This payment belongs to another claim.'],
  payment_pending: [
    409,
    'PayPal has your payment but is still checking it. Please do not pay again: we will email you as soon as it is complete.',
  ],
  payment_unsettled: [
    503,
    'PayPal did not tell us whether the payment went through. Please do not pay again: we will keep checking and email you.',
  ],
  payment_refunded: [409, 'This payment was refunded in full.'],
  handle_gone_refunded: [
    409,
    'This handle is no longer available. Your payment is being returned to you in full; we have sent you an email about it.',
  ],
  claim_refused_refunded: [
    409,
    'You can no longer have this handle: the rule of this site changed, or your invitation ended. Your payment is being returned to you in full; we have sent you an email about it.',
  ],
  not_suspendable: [409, 'This cannot be suspended: it is already suspended, it is in quarantine, or it has no owner.'],
  not_suspended: [409, 'This is not suspended.'],
  not_restorable: [409, 'Only a handle in quarantine can be restored.'],
  owner_suspended: [409, 'This handle belongs to a suspended account. Please unsuspend the account instead.'],
  own_account: [409, 'You cannot suspend your own account.'],
  refund_after_transfer: [
    409,
    'This handle was handed over after this payment. Its new owner has the year that it paid for, so it is not refunded.',
  ],
  refund_too_late: [409, 'The refund period of this payment has ended.'],
  payments_unavailable: [503, 'We cannot reach PayPal at the moment. Nothing was taken. Please try again in a minute.'],
  webhook_refused: [401, 'The signature of this message is not valid.'],
  body_too_large: [413, 'That is too much data for one request.'],
  wrong_content_type: [415, 'Please send JSON.'],
  too_many_emails: [
    429,
    'We have already sent several emails to this address. Please wait a while and try again.',
    'too_many_letters',
  ],
  test_unsent: [503, 'The test mail could not be sent: our mail server did not respond. Please try again in a minute.'],
  too_many_requests: [429, 'Too many requests from your network. Please wait a moment and try again.'],
  overloaded: [503, 'We have more visitors than we can serve at the moment. Please try again in a few seconds.'],
  unexpected: [500, 'Something went wrong on our side. Please try again.'],
  unavailable: [503, 'We cannot reach our database at the moment. Please try again in a minute.'],
  storage_full: [507, 'Our server has no space left for files, so nothing was saved. Please try again later.'],
} as const satisfies Record<string, readonly [status: number, message: string, wire?: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** Returns the code used in responses: an older name of the error, if it has one. */
export function wireCode(code: ErrorCode): string {
  const [, , wire = code]: readonly [number, string, string?] = ERRORS[code];
  return wire;
}

/** The body of every error response. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** With `recent_sign_in_required`: what the sign-in confirms. */
  act: z.optional(confirmedAct),
  /** With `version_conflict`: the current state, including `version`; null if the resource no longer exists. */
  current: z.optional(z.nullable(z.looseObject({ version: z.string() }))),
});
export type ErrorBody = z.infer<typeof errorBody>;
