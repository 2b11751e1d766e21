import { fields, fieldValue } from '../message/header.ts';

/** Fields that only programs add (RFC 3834 5, RFC 2369, RFC 2919). */
const AUTOMATIC_FIELD =
  /^(?:list-.+|x-auto-?repl.*|x-auto-?respon[ds].*|auto-?respon.*|x-failed-recipients|x-vacation.*|x-away|x-ms-exchange-(?:generated-message-source|inbox-rules-loop)|feedback-id)$/;

/**
 * Whether a message was written by a program: an automatic reply, a bounce, a receipt, list or bulk mail. An inbox sends
 * such mail to every author; it must not leave from the handle (RFC 3834 2).
 */
export function isAutomatic(head: Buffer, sender: string): boolean {
  if (sender === '') return true;
  return fields(head).some((field) => {
    if (AUTOMATIC_FIELD.test(field.name)) return true;
    switch (field.name) {
      case 'auto-submitted':
        return !/^no\b/i.test(fieldValue(head, field));
      case 'x-auto-submitted':
        return !/^no\b/i.test(fieldValue(head, field));
      case 'precedence':
      case 'x-precedence':
        return /^(?:bulk|list|junk|auto[-_]?reply)\b/i.test(fieldValue(head, field));
      case 'content-type':
        return /^multipart\/report\b/i.test(fieldValue(head, field));
      case 'return-path':
        return fieldValue(head, field) === '<>';
      default:
        return false;
    }
  });
}
