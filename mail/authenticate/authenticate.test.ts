import { expect, it } from 'vitest';
import { dnsWith, signedBy } from '../../tests/smtp/signed-senders.ts';
import { headerEnd } from '../message/header.ts';
import { bodyFromBuffer } from '../message/message.ts';
import { createAuthenticator } from './authenticate.ts';
import { readFromField } from './from-field.ts';

const SPF = { 'TXT senders.test': 'v=spf1 ip4:192.0.2.1 -all' };
const MAIL = 'From: carol@senders.test\r\nTo: alice@handles.test\r\nCc: bob@x.test\r\nSubject: x\r\n\r\nHello\r\n';

async function resultOf(text: string, from: string, helo = 'senders.test') {
  const check = createAuthenticator({
    resolver: dnsWith(SPF),
    hostname: 'mx.handles.test',
    trustedSealers: [],
    clock: () => new Date(),
  });
  const bytes = Buffer.from(text);
  const head = bytes.subarray(0, headerEnd(bytes));
  const message = { head, body: bodyFromBuffer(bytes), discard: async () => {} };
  return check(message, readFromField(head), { from, client: { address: '192.0.2.1', helo } });
}

it('does not treat a HELO name that passes SPF as proof of an envelope sender when the sender is null', async () => {
  const result = await resultOf(MAIL, '');
  expect(result.verdicts.spf).toEqual({ result: 'pass', domain: 'senders.test' });
  expect(result).toMatchObject({ senderAligned: false, verdicts: { authenticated: false, senderVouched: false } });
  expect(await resultOf(MAIL, 'carol@senders.test')).toMatchObject({ senderAligned: true });
  expect(await resultOf(MAIL, 'carol@other.test')).toMatchObject({ senderAligned: false });
});

it.each([
  ['every To and Cc field', '', ['From', 'To', 'Cc', 'Subject'], undefined, true],
  ['no Cc', '', ['From', 'To', 'Subject'], undefined, false],
  ['no To', '', ['From', 'Cc', 'Subject'], undefined, false],
  ['one of two To fields', 'To: eve@x.test\r\n', ['From', 'To', 'Cc'], undefined, false],
  ['a part of the body', '', ['From', 'To', 'Cc', 'Subject'], 3, false],
])(
  'derives from a signature that covers %s whether the author chose the recipients',
  async (_what, added, headerList, length, signed) => {
    const covered = { headerList, ...(length !== undefined && { maxBodyLength: length }) };
    const signedMail = await signedBy('senders.test', MAIL, 'relaxed/relaxed', covered);
    const result = await resultOf(added + signedMail, 'x@other.test');
    expect(result.verdicts.dmarc.result).toBe('none');
    expect(result.verdicts.dkim).toEqual([{ result: 'pass', domain: 'senders.test', aligned: expect.anything() }]);
    expect(result.recipientsSigned).toBe(signed);
  },
);
