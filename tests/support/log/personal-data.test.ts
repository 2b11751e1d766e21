import { expect, it } from 'vitest';
import { personalLines, requireNoAddress } from './personal-data.ts';

it.each([
  '{"recipient":"ada+news@np.example.org"}',
  '{"msg":"no mailbox <O\'Brien.x@mail.example>"}',
  '{"from":"SRS0=abcd=Xy=sender.test=bob@np.example.org"}',
  '{"url":"/unsubscribe?email=ada%40mail.example"}',
])('finds the address in %s', (line) => {
  expect(personalLines(`{"msg":"before"}\n${line}\n{"msg":"after"}`)).toEqual([line]);
  expect(() => requireNoAddress(line)).toThrow(line);
});

it.each([
  'at run (file:///srv/node_modules/@aws-sdk/client-s3/dist/index.js:1:2)',
  '{"err":{"message":"Failing row contains (1, …)"},"network":"203.0.113.0/24"}',
  '{"reply":"550 5.1.1","host":"mx.mail.example"}',
])('finds nothing personal in %s', (line) => {
  expect(personalLines(line)).toEqual([]);
});

it('finds the texts that a run used, in any case, and what matches a pattern', () => {
  const log = 'Annabel THORNQUILL\n127.44.3.9 connected\n{"network":"127.44.3.0/24"}';
  expect(personalLines(log, ['thornquill', /\b127\.44\.3\.[1-9]/])).toEqual(log.split('\n').slice(0, 2));
});
