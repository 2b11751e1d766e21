import type { Transport } from './host/transport.ts';
import type { MailHost } from './host.ts';
import { asciiDomain, splitAddress } from './message/address.ts';
import type { AuthenticationResult } from './message/authentication-result.ts';
import { relaxedBodyHash } from './message/body-hash.ts';
import type { DeliveryResult } from './message/delivery-result.ts';
import { headerEnd } from './message/header.ts';
import { belowHead, type Message } from './message/message.ts';
import type { OutgoingMessage } from './message/outgoing-message.ts';
import { isGuestMail, type LeasedCopy } from './message/queued-message.ts';
import { SmtpReplyError } from './message/smtp-reply-error.ts';
import type { Settings } from './options.ts';
import { createPipeline } from './pipeline.ts';
import { withReports } from './reports/receive-report.ts';
import { createOwnRecipientCheck } from './returned/check-own-recipient.ts';
import { Srs } from './rewrite/srs.ts';

/** Our own address in Received and in the delivery log of the receiving handle. */
const SELF = '127.0.0.1';

const REPORTS_ONLY = 'This address accepts reports of other mail servers only: write to postmaster';

/**
 * Returns whether a queued copy is for our domain and comes from us: mail between two handles, mail from a guest, or
 * one of our reports.
 */
export function isForUs({ destination, traffic, key }: LeasedCopy, { domain }: Settings): boolean {
  const isOurs = traffic === 'sent' || key === 'report' || isGuestMail({ key });
  return isOurs && asciiDomain(splitAddress(destination)?.domain ?? '') === domain;
}

/**
 * Creates a transport that delivers queued mail to our own addresses, in this process. The checks before DATA and the
 * forwarding pipeline apply as to mail from elsewhere, except for network limits. An accepted message is delivered or
 * queued again, durably. The envelope sender becomes the address of the sending handle; a later failure notice is
 * therefore forwarded to its owner. Mail from a guest keeps its envelope sender, causes no notices, and does not make
 * its author a contact; the host has already checked it for spam.
 */
export function createLocalTransport(
  host: MailHost,
  settings: Settings,
): (copy: LeasedCopy) => Pick<Transport, 'deliver'> {
  const { domain, hostname, secrets } = settings;
  const { senderTokens: tokens, clock } = host;
  const srs = new Srs({ domain, secrets, tokens, clock });
  const forward = createPipeline(host, settings, srs, async (message, author, { from }) =>
    ownMail(await relaxedBodyHash(belowHead(message)), author, { from, isVouched: true }),
  );
  const accept = withReports(forward, host, settings, srs);
  const acceptOfGuest = createPipeline(host, { ...settings, spamCheck: '' }, srs, async (message, author, { from }) =>
    ownMail(await relaxedBodyHash(belowHead(message)), author, { from, isVouched: false }),
  );
  const checkRecipient = createOwnRecipientCheck(host, settings, srs);

  /**
   * Returns the authentication of a message that carries our signature, for which no DNS query is needed (RFC 7489
   * 3.1.1: d= is the author's domain).
   */
  function ownMail(
    bodyHash: string,
    author: AuthenticationResult['author'],
    { from, isVouched }: { from: string; isVouched: boolean },
  ): AuthenticationResult {
    const arc = { result: 'none', sealer: '', trusted: false } as const;
    return {
      author,
      verdicts: {
        spf: { result: 'none', domain },
        dkim: [{ result: 'pass', domain, aligned: true }],
        dmarc: { result: 'pass', policy: '', domain },
        arc,
        authenticated: from !== '',
        senderVouched: isVouched && from !== '',
        results: `dkim=pass header.d=${domain}; dmarc=pass header.from=${domain}`,
      },
      chain: { verdict: arc, info: '', sets: [], isUndetermined: false, isSealerTrusted: false },
      hasDnsError: false,
      aligned: false,
      authorVouched: isVouched,
      senderAligned: true,
      recipientsSigned: true,
      recipientsSignature: '',
      list: '',
      signable: false,
      bySpfAlone: false,
      bodyHash,
    };
  }

  return (copy) => ({
    async deliver({ id, to, body, utf8 }, { signal, onDot }) {
      const isOfGuest = isGuestMail(copy);
      const from = copy.from === '' || isOfGuest ? copy.from : copy.recipient;
      try {
        const recipient = await checkRecipient(to, from, SELF);
        if (recipient.kind === 'report') throw new SmtpReplyError(550, '5.7.1', REPORTS_ONLY);
        const message = await asMessage(body);
        if (signal.aborted) return deferred('4.4.7', 'Aborted before delivery');
        onDot();
        const text = await (isOfGuest ? acceptOfGuest : accept)(message, {
          id: `${id}-local`,
          from,
          recipients: [recipient],
          client: { address: SELF, helo: hostname, protocol: 'ESMTP' },
          utf8,
          isGone: () => false,
        });
        return { kind: 'delivered', code: 250, text: `250 ${text}`, final: true, host: hostname };
      } catch (error) {
        return resultOf(error as Error);
      }
    },
  });

  function resultOf(error: Error): DeliveryResult {
    if (!(error instanceof SmtpReplyError)) {
      host.log.warn({ event: 'mail.local_delivery.failed', err: error }, 'delivery to one of our addresses failed');
      return deferred('4.3.0', 'Temporary failure in this server');
    }
    const { responseCode: code, enhanced, text } = error;
    if (code < 500) return { ...deferred(enhanced, text), code };
    return { kind: 'refused', code, enhanced, text: `${code} ${enhanced} ${text}`, host: hostname };
  }

  function deferred(enhanced: string, text: string) {
    return { kind: 'deferred' as const, code: 0, enhanced, text, host: hostname };
  }
}

/** Reads the header of a stored message; the rest is read when it is sent. */
async function asMessage(body: OutgoingMessage['body']): Promise<Message> {
  const chunks: Buffer[] = [];
  for await (const chunk of body.open() as AsyncIterable<Buffer>) {
    // The empty line may begin in the previous chunk.
    const before = chunks.at(-1)?.subarray(-3) ?? Buffer.alloc(0);
    chunks.push(chunk);
    if (Buffer.concat([before, chunk]).includes('\r\n\r\n')) break;
  }
  const start = Buffer.concat(chunks);
  return { head: Buffer.from(start.subarray(0, headerEnd(start))), body, discard: async () => {} };
}
