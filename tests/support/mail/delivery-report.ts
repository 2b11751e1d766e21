/** The fields of a report that tests change. */
export interface DeliveryReport {
  action?: string;
  status?: string;
  recipient?: string;
  /** The message that is returned, as it was delivered. */
  original?: Buffer;
}

/** Returns a delivery status notification as Postfix writes it (RFC 3464), with text that must not be passed on. */
export function deliveryReport({
  action = 'failed',
  status = '5.1.1',
  recipient = 'bob@receiver.test',
  original = Buffer.alloc(0),
}: DeliveryReport = {}): string {
  return [
    'From: MAILER-DAEMON@receiver.test',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Click http://phishing.test to get your mail',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 http://phishing.test',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'Received: from elsewhere.test by receiver.test; x',
    original.toString().split('\r\n\r\n')[0],
    '',
    '--b--',
    '',
  ].join('\r\n');
}
