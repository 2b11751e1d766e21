import { describe, expect, it } from 'vitest';
import { type ClusterResult, clusterFailures, isFresh } from './verdict.ts';

const page = { handle: 'one', acknowledged: 3, sent: 5 };
const mails = Array.from({ length: 200 }, (_, number) => `mail-0-${number}`);
const claims = Array.from({ length: 30 }, (_, number) => `claimed-${number}`);

/** A run that lost nothing. */
function clean(): ClusterResult {
  return {
    accepted: [...mails],
    // One arrived twice, and one got no reply and arrived all the same: senders retry, so both are allowed.
    arrived: new Map([...mails.map((id) => [id, 1] as const), ['mail-0-0', 2], ['mail-1-1', 1]]),
    claimed: [...claims],
    stored: new Map([...claims.map((handle) => [handle, null] as const), ['one', 'Edit 3']]),
    pages: [{ ...page }],
    edits: 150,
    quietFailures: 0,
  };
}

describe('the verdict of the cluster test', () => {
  it('is clean if nothing was lost, also if an edit without a response was stored', () => {
    expect(clusterFailures(clean())).toEqual([]);
    const further = clean();
    further.stored.set('one', 'Edit 5');
    expect(clusterFailures(further)).toEqual([]);
  });

  it('fails if one accepted message did not arrive', () => {
    const run = clean();
    run.arrived.delete('mail-0-77');
    expect(clusterFailures(run)).toEqual(['1 accepted messages did not arrive: mail-0-77']);
  });

  it('fails if one acknowledged claim is missing', () => {
    const run = clean();
    run.stored.delete('claimed-7');
    expect(clusterFailures(run)).toEqual(['claim of claimed-7']);
  });

  it('fails if the database has an older edit than the last acknowledged one, or none', () => {
    const run = clean();
    run.stored.set('one', 'Edit 2');
    expect(clusterFailures(run)).toEqual(['edit 3 of one: the database has 2']);
    run.stored.delete('one');
    expect(clusterFailures(run)).toEqual(['edit 3 of one: the database has 0']);
  });

  it('fails if a page that nobody edits could not be read', () => {
    expect(clusterFailures({ ...clean(), quietFailures: 1 })).toEqual([
      '1 reads of a page that nobody edits failed while there was no primary',
    ]);
  });

  it.each([{ accepted: mails.slice(0, 100) }, { edits: 100 }, { claimed: claims.slice(0, 20) }])(
    'fails if there was too little load to lose something: %o',
    (less) => {
      expect(clusterFailures({ ...clean(), ...less })).toEqual(['there was too little load']);
    },
  );

  it('finds a page old that shows an edit before the last acknowledged one, none, or one that nobody sent', () => {
    const shown = (text: string) => isFresh(page, `<h1>${text}</h1>`);
    expect(['Edit 3', 'Edit 4', 'Edit 5'].map(shown)).toEqual([true, true, true]);
    expect(['Edit 2', 'one', 'Edit 6', 'Edit 30'].map(shown)).toEqual([false, false, false, false]);
  });
});
