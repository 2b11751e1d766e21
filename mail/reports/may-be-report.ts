import { contentTypeParameter, mediaType } from '../message/mime/mime-splitter.ts';

/** Bytes of a message with a report. */
export const MAX_REPORT_MESSAGE = 5 * 1024 * 1024;
/** Media types of aggregate and TLS reports (RFC 9990, RFC 8460 5), and those that reporters use in fact. */
export const REPORT_TYPES =
  /^(application\/(gzip|x-gzip|gzip-compressed|x-gunzip|zip|x-zip(-compressed)?|xml|json|tlsrpt\+(gzip|json)|octet-stream|x-compressed)|text\/(xml|json))$/;

/** Whether the header allows a report, which is decided without the body. */
export function mayBeReport(head: Buffer): boolean {
  const type = mediaType(head);
  return type.startsWith('multipart/') || REPORT_TYPES.test(type);
}

/** Whether the header announces a feedback report. */
export function isFeedback(head: Buffer): boolean {
  return (
    mediaType(head) === 'multipart/report' &&
    contentTypeParameter(head, 'report-type').toLowerCase() === 'feedback-report'
  );
}
