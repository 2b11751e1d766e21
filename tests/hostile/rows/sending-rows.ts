import { inChunks, rowsOf, text } from '../row.ts';

const replyOf = (given: string) => ({ code: 550, text: given, lines: [given] });
const message = { body: { size: 1 }, utf8: false };

export const SENDING_ROWS = [
  ...rowsOf(
    'mail/smtp-out/client/reply.ts',
    'smtp',
    {
      'ReplyReader.read': (Reader, given) => {
        let reader = new Reader();
        const broken = new Set();
        inChunks(given, (start, chunk) => {
          if (start) reader = new Reader();
          if (broken.has(reader)) return;
          try {
            reader.read(chunk);
          } catch (error) {
            if ((error as Error).name !== 'MalformedReply') throw error;
            broken.add(reader);
          }
        });
      },
    },
    { frames: ['{}', '550-{}\r\n550 a\r\n'] },
  ),
  ...rowsOf('mail/smtp-out/client/reply.ts', 'smtp', {
    shortLine: text,
    enhancedCodeOf: (f, given) => f(replyOf(given), ''),
  }),
  // A reply is cut to this length when it is read.
  ...rowsOf(
    'mail/smtp-out/client/classify-reply.ts',
    'smtp',
    {
      classifyReply: (f, given) => f(replyOf(given)),
      namesFullMailbox: (f, given) => f(given),
      namesNoMailbox: (f, given) => f(given),
      isThrottled: (f, given) => f({ ...replyOf(given), code: 421 }),
    },
    { limit: 500 },
  ),
  ...rowsOf('mail/smtp-out/client/dot-stuffing.ts', 'smtp', {
    'DotStuffing.stuff': (Stuffing, given) => {
      let stuffing = new Stuffing();
      inChunks(given, (start, chunk) => {
        if (start) stuffing = new Stuffing();
        stuffing.stuff(chunk);
      });
    },
  }),
  ...rowsOf('mail/smtp-out/client/envelope.ts', 'address', {
    envelopeCommands: (f, given) => f({ ...message, from: given, to: `a@${given}` }, new Map()),
  }),
  ...rowsOf(
    'mail/smtp-out/policy/mta-sts-policy.ts',
    'dns',
    {
      parsePolicy: text,
      policyId: (f, given) => f([[given], [given]]),
      coversHost: (f, given) => f({ mode: 'enforce', mx: ['*.b.test', given], maxAge: 1 }, given),
    },
    { frames: ['version: STSv1\nmx: {}\n', '{}', 'v=STSv1;{}', 'version: STSv1\nmode{}x: enforce\n'] },
  ),
  ...rowsOf('mail/smtp-out/policy/reserved-addresses.ts', 'url', { classifyAddress: text, isReserved: text }),
];
