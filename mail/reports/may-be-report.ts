import { contentTypeParameter, mediaType } from '../message/mime/mime-splitter.ts';

/** Maximum size of a message with a report, in bytes. */
export const MAX_REPORT_MESSAGE = 5 * 1024 * 1024;
/** Media types of aggregate and TLS reports (RFC 9990, RFC 8460 5), and other types that reporters actually use. */
export const REPORT_TYPES =
  /^(application\/(gzip|x-gzip|gzip-compressed|x-gunzip|zip|x-zip(-compressed)?|xml|json|tlsrpt\+(gzip|json)|octet-stream|x-compressed)|text\/(xml|json))$/;

/** Returns whether the message may be a report, judging only by its header. */
export function mayBeReport(head: Buffer): boolean {
  const type = mediaType(head);
  return type.startsWith('multipart/') || REPORT_TYPES.test(type);
}

/** Returns whether the header announces a feedback report. */
export function isFeedback(head: Buffer): boolean {
  return (
    mediaType(head) === 'multipart/report' &&
    contentTypeParameter(head, 'report-type').toLowerCase() === 'feedback-report'
  );
}
