import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHandle } from '../../../contract/handles/handle-rules.ts';
import { isReserved } from '../reserved-handles.ts';
import { suggestionCandidates } from './candidates.ts';

const handlesFor = (wanted: string) => suggestionCandidates(wanted).map(({ handle }) => handle);
const bare = (handle: string) => handle.replace(/[.-]/g, '');

describe('suggestionCandidates', () => {
  it('returns names similar to the wanted one, in a fixed order', () => {
    expect(handlesFor('maya').slice(0, 4)).toEqual(['maya-hq', 'hello-maya', 'maya-universe', 'meet-maya']);
    expect(handlesFor('maya-makes').slice(0, 2)).toEqual(['maya-makes-hq', 'hello-maya-makes']);
    expect(handlesFor('maya.makes').slice(0, 2)).toEqual(['maya.makes.hq', 'hello.maya.makes']);
  });

  it('lists the other spellings that people would confuse with a candidate', () => {
    expect(suggestionCandidates('maya')[0]).toEqual({ handle: 'maya-hq', lookAlikes: ['mayahq', 'maya.hq'] });
  });

  it('cuts a long name between its words, so that the candidate has at most 30 characters', () => {
    expect(handlesFor('anna-maria-of-the-northern-sea')[0]).toBe('anna-maria-of-the-northern-hq');
    expect(handlesFor('x'.repeat(30))[0]).toBe(`${'x'.repeat(27)}-hq`);
  });

  it.each(['postmaster', 'r00t', 'nameplate-support', 'security-team', 'paypal'])(
    'suggests nothing similar to %s, which belongs to the service',
    (wanted) => {
      expect(handlesFor(wanted)).toEqual([]);
    },
  );

  it('returns only valid handles that are not reserved, each once and with one more word than the wanted one', () => {
    const wanted = fc.stringMatching(/^[a-z0-9.-]{1,30}$/);
    fc.assert(
      fc.property(wanted, (text) => {
        const handles = handlesFor(text);
        expect(new Set(handles).size).toBe(handles.length);
        for (const handle of handles) {
          expect([handle, isHandle(handle), isReserved(handle), bare(handle) === bare(text)]).toEqual([
            handle,
            true,
            false,
            false,
          ]);
        }
      }),
    );
  });
});
