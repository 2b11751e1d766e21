import { expect, it } from 'vitest';
import { type JudgedSwitch, switchFailures } from '../drills/verdict.ts';
import { WEB_KINDS } from '../drills/web-load.ts';
import { withoutClosingAnswers } from './closing-release.ts';

const TREE = '0.10.0 (this tree)';
const CLOSING = '{"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}';
const OLD_STOPS = `http-1: ${TREE}: /ann returns 503 ${CLOSING}`;

/** Returns what still fails after a switch from `from` to the tree and back, in which requests of pages failed with these texts. */
function remaining(failures: string[], from = '0.9.0', changes: Partial<JudgedSwitch> = {}): string[] {
  const result: JudgedSwitch = {
    name: `${from} -> ${TREE}`,
    seconds: 60,
    web: Object.fromEntries(
      WEB_KINDS.map((kind) => [kind, { done: 5, failures: kind === 'page' ? failures : [] }]),
    ) as JudgedSwitch['web'],
    fronts: [],
    processes: [],
    mail: {
      sent: 1,
      accepted: 1,
      delivered: 1,
      queued: 0,
      returned: 0,
      dropped: 0,
      lost: 0,
      duplicates: 0,
      bound: 0,
      broken: [],
      partial: [],
    },
    replies: { accepted: 1, moved: 0, failures: [] },
    ...changes,
  };
  const { judged, allowed } = withoutClosingAnswers(result, from, TREE);
  expect(allowed).toBe(failures.length - judged.web.page.failures.length);
  return switchFailures(judged);
}

it('allows a release before 0.10.0 to send 503 while its http process is replaced', () => {
  expect(remaining([OLD_STOPS, OLD_STOPS.replace('http-1', 'http-2')])).toEqual([]);
});

it.each([
  ['the process that stops is of this tree', OLD_STOPS.replace(TREE, '0.9.0')],
  ['the mail process is replaced', OLD_STOPS.replace('http-1', 'mail')],
  ['nothing is replaced', OLD_STOPS.replace('http-1', 'load on 0.9.0')],
  ['one of our pages has the status', OLD_STOPS.replace(CLOSING, '<!doctype html>')],
  ['our interface has the status', OLD_STOPS.replace(CLOSING, '{"code":"unavailable"}')],
  ['Caddy finds no process', OLD_STOPS.replace(` ${CLOSING}`, ' ')],
  ['the status differs', OLD_STOPS.replace('503', '502')],
])('still fails a 503 when %s', (_case, text) => {
  expect(remaining([OLD_STOPS, text])).toEqual([`page: ${text}`]);
});

it.each(['0.10.0', '0.11.2', '1.2.0', 'main'])('still fails a 503 when the previous release is %s', (from) => {
  expect(remaining([OLD_STOPS], from)).toEqual([`page: ${OLD_STOPS}`]);
});

it('keeps every other failure of the switch', () => {
  const broken = { fronts: ['GET /: socket hang up'], processes: ['http-1 ended with 137'] };
  expect(remaining([OLD_STOPS], '0.9.0', broken)).toEqual(['front: GET /: socket hang up', 'http-1 ended with 137']);
});
