import { expect, it } from 'vitest';
import { type DeliveryResult, diagnosisOf } from './delivery-result.ts';

it.each<[string, DeliveryResult, ReturnType<typeof diagnosisOf>]>([
  [
    'a rejection by the server',
    { kind: 'refused', code: 550, enhanced: '5.1.1', text: '550 5.1.1 No', host: 'mx.x.test' },
    { reply: { host: 'mx.x.test', text: '550 5.1.1 No' } },
  ],
  [
    'a delay by the server',
    { kind: 'deferred', code: 451, enhanced: '4.7.1', text: '451 4.7.1 Later', host: 'mx.x.test' },
    { reply: { host: 'mx.x.test', text: '451 4.7.1 Later' } },
  ],
  [
    'a server without an answer',
    { kind: 'deferred', code: 0, enhanced: '4.4.1', text: 'mx.x.test: connect ECONNREFUSED', host: 'mx.x.test' },
    { finding: 'mx.x.test: connect ECONNREFUSED' },
  ],
  [
    'a domain that does not exist',
    { kind: 'refused', code: 550, enhanced: '5.1.2', text: 'x.test: The domain does not exist', isOurs: true },
    { finding: 'x.test: The domain does not exist' },
  ],
  [
    'a decision in the form of a reply',
    { kind: 'refused', code: 552, enhanced: '5.3.4', text: '552 5.3.4 Too large', host: 'mx.x.test', isOurs: true },
    { finding: 'Too large' },
  ],
])('distinguishes the reply of another server from a finding of this server: %s', (_what, result, diagnosis) => {
  expect(diagnosisOf(result)).toEqual(diagnosis);
});
