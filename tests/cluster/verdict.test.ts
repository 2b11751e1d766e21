import { describe, expect, it } from 'vitest';
import { type ClusterResult, clusterFailures, type FailedRead, isFresh, SETTLE_MS } from './verdict.ts';

const page = { handle: 'one', acknowledged: 3, sent: 5 };
const mails = Array.from({ length: 200 }, (_, number) => `mail-0-${number}`);
const claims = Array.from({ length: 30 }, (_, number) => `claimed-${number}`);

/** A run that lost nothing. */
function clean(): ClusterResult {
  return {
    accepted: [...mails],
    // One message arrived twice, and another arrived without a reply. Both are allowed because senders retry.
    arrived: new Map([...mails.map((id) => [id, 1] as const), ['mail-0-0', 2], ['mail-1-1', 1]]),
    claimed: [...claims],
    stored: new Map([...claims.map((handle) => [handle, null] as const), ['one', 'Edit 3']]),
    pages: [{ ...page }],
    edits: 150,
    acknowledgedAt: new Map([...mails, ...claims].map((name, at) => [name, at])),
    failedReads: [],
    withoutPrimary: [{ from: 100_000, until: 120_000 }],
    down: [[{ from: 1000, until: 5000 }], [{ from: 2000, until: 6000 }], [{ from: 3000, until: 4000 }]],
  };
}

/** A read that began and ended at these times. */
const read = (from: number, until: number, more: Partial<FailedRead> = {}): FailedRead => ({
  from,
  until,
  quiet: false,
  status: 'none',
  ...more,
});

describe('the verdict of the cluster test', () => {
  it('a run passes if nothing was lost, even if an edit without a response was stored', () => {
    expect(clusterFailures(clean())).toEqual([]);
    const further = clean();
    further.stored.set('one', 'Edit 5');
    expect(clusterFailures(further)).toEqual([]);
  });

  it('a run fails if one accepted message did not arrive', () => {
    const run = clean();
    run.arrived.delete('mail-0-77');
    expect(clusterFailures(run)).toEqual(['1 accepted messages did not arrive: mail-0-77']);
  });

  it('a run fails if one acknowledged claim is missing', () => {
    const run = clean();
    run.stored.delete('claimed-7');
    expect(clusterFailures(run)).toEqual(['claim of claimed-7']);
  });

  it('a run fails if the database has an older edit than the last acknowledged one, or none', () => {
    const run = clean();
    run.stored.set('one', 'Edit 2');
    expect(clusterFailures(run)).toEqual(['edit 3 of one: the database has 2']);
    run.stored.delete('one');
    expect(clusterFailures(run)).toEqual(['edit 3 of one: the database has 0']);
  });

  it('allows a failed read while no process accepted connections, or of an edited page while there was no primary', () => {
    const failedReads = [
      read(3500, 3600),
      read(3500, 3600, { quiet: true }),
      // The third process recovered after the reader had tried it.
      read(3900, 4100, { quiet: true }),
      read(110_000, 110_100, { status: 503 }),
      read(99_000, 100_500),
      read(120_000 + SETTLE_MS, 121_000 + SETTLE_MS, { status: 503 }),
    ];
    expect(clusterFailures({ ...clean(), failedReads })).toEqual([]);
  });

  it.each([
    ['one process was up all the time', read(4500, 4600), 'edited pages', 'none'],
    [
      'a process responded with an error while the others were down',
      read(3500, 3600, { status: 500 }),
      'edited pages',
      '500',
    ],
    [
      'nobody edits the page, and the primary was away',
      read(110_000, 110_100, { quiet: true, status: 503 }),
      'a page that nobody edits',
      '503',
    ],
    [
      'another primary had been there for a long time',
      read(120_001 + SETTLE_MS, 121_000 + SETTLE_MS, { status: 503 }),
      'edited pages',
      '503',
    ],
  ])('a run fails if a page could not be read although %s', (_, failed, page, status) => {
    const at = new Date(failed.from).toISOString();
    expect(clusterFailures({ ...clean(), failedReads: [failed] })).toEqual([
      `1 reads of ${page} failed without a reason (${status}), the first at ${at}`,
    ]);
  });

  it('allows asynchronous replication to lose what was acknowledged after the standby had everything, and nothing else', () => {
    const run = { ...clean(), lag: { from: 210, until: 220, bytes: 600_000, allowed: 1_048_576 } };
    // Claims are acknowledged at 200 to 229 here, messages at 0 to 199.
    run.stored.delete('claimed-10');
    run.stored.delete('claimed-20');
    expect(clusterFailures(run)).toEqual([]);
    run.stored.delete('claimed-9');
    run.stored.delete('claimed-21');
    run.arrived.delete('mail-0-199');
    expect(clusterFailures(run)).toEqual([
      '1 accepted messages did not arrive: mail-0-199',
      'claim of claimed-9',
      'claim of claimed-21',
    ]);
  });

  it('a run fails if the promoted standby lacked more than it may', () => {
    const lag = { from: 210, until: 220, bytes: 1_048_577, allowed: 1_048_576 };
    expect(clusterFailures({ ...clean(), lag })).toEqual([
      'the promoted standby lacked 1048577 bytes, and 1048576 are allowed',
    ]);
  });

  it.each([{ accepted: mails.slice(0, 100) }, { edits: 100 }, { claimed: claims.slice(0, 20) }])(
    'a run fails if the load was too small: %o',
    (less) => {
      expect(clusterFailures({ ...clean(), ...less })).toEqual(['there was too little load']);
    },
  );

  it('reports a page as old if it shows an edit before the last acknowledged one, no edit, or an edit that nobody sent', () => {
    const shown = (text: string) => isFresh(page, `<h1>${text}</h1>`);
    expect(['Edit 3', 'Edit 4', 'Edit 5'].map(shown)).toEqual([true, true, true]);
    expect(['Edit 2', 'one', 'Edit 6', 'Edit 30'].map(shown)).toEqual([false, false, false, false]);
  });
});
