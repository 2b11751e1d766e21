import { expect, it } from 'vitest';
import type { CheckResult } from '../faults/judge/check-invariants.ts';
import type { Entry, Reply } from '../faults/judge/ledger.ts';
import { countReplies, type JudgedSwitch, switchFailures } from './verdict.ts';
import { WEB_KINDS } from './web-load.ts';

const MAIL: CheckResult = {
  sent: 10,
  accepted: 10,
  delivered: 10,
  queued: 0,
  returned: 0,
  dropped: 0,
  lost: 0,
  duplicates: 0,
  bound: 0,
  broken: [],
  partial: [],
};
const web = (failures: string[] = [], done = 5) =>
  Object.fromEntries(
    WEB_KINDS.map((kind) => [kind, { done, failures: kind === 'claim' ? failures : [] }]),
  ) as JudgedSwitch['web'];
const result = (changes: Partial<JudgedSwitch>): JudgedSwitch => ({
  name: '0.2.0 -> 0.3.0',
  seconds: 60,
  web: web(),
  fronts: [],
  processes: [],
  mail: MAIL,
  replies: { accepted: 10, moved: 1, failures: [] },
  ...changes,
});
const entry = (id: number, ...replies: Reply[]): Entry => ({ id, sender: '', copies: [], size: 0, hash: '', replies });

it('passes a switch in which every request succeeded and every accepted message arrived once', () => {
  expect(switchFailures(result({}))).toEqual([]);
});

it('fails a switch with a failed request, a refused connection, or a process that did not end as it should', () => {
  const failed = result({
    web: web(['http: 0.2.0 -> 0.3.0: claim: 500']),
    fronts: ['connection: connect ECONNREFUSED'],
    processes: ['0.2.0 mail crashed 1 times'],
  });
  expect(switchFailures(failed)).toEqual([
    'claim: http: 0.2.0 -> 0.3.0: claim: 500',
    'front: connection: connect ECONNREFUSED',
    '0.2.0 mail crashed 1 times',
  ]);
});

it('fails a switch with lost, queued or returned mail, or more duplicates than the bound', () => {
  const failuresOf = (mail: Partial<CheckResult>) => switchFailures(result({ mail: { ...MAIL, ...mail } }));
  expect(failuresOf({ lost: 1, broken: ['I1: message 7 is nowhere'] })).toEqual([
    'I1: message 7 is nowhere',
    'mail: 1 accepted messages are lost',
  ]);
  expect(failuresOf({ queued: 2 })).toHaveLength(1);
  expect(failuresOf({ returned: 1 })).toHaveLength(1);
  expect(failuresOf({ duplicates: 3, bound: 2 })).toEqual(['mail: 3 duplicates, at most 2 allowed']);
  expect(failuresOf({ duplicates: 2, bound: 2 })).toEqual([]);
});

it('fails a switch without traffic of every kind, because it proves nothing', () => {
  expect(switchFailures(result({ web: web([], 0) }))).toHaveLength(WEB_KINDS.length);
  expect(switchFailures(result({ replies: { accepted: 0, moved: 0, failures: [] } }))).toEqual([
    'harness: no message was accepted',
  ]);
});

it('counts 421 between two messages as an orderly end, and every other rejection or cut as a failure', () => {
  const entries = [entry(1, 250), entry(2, 421), entry(3, 'none', 250), entry(4, 451), entry(5, 'unsent'), entry(6)];
  expect(countReplies(entries)).toEqual({
    accepted: 2,
    moved: 1,
    failures: ['message 3 got no reply after the final dot', 'message 4 got 451', 'message 5 got unsent'],
  });
});
