import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './error.ts';
import { overlapping, saveVersioned, VersionConflict } from './versioned-save.ts';

const at = (version: string, more = {}) => ({ version, bio: 'one', name: 'Ada', ...more });
const stale = (current: object | null) =>
  new ApiError(412, '', JSON.stringify({ code: 'version_conflict', message: 'changed', current }));

describe('saveVersioned', () => {
  it('sends the version that the edit is based on', async () => {
    const send = vi.fn().mockResolvedValue('saved');
    expect(await saveVersioned(at('1'), send, () => true)).toBe('saved');
    expect(send.mock.calls).toEqual([[at('1')]]);
  });

  it('sends the edit again, based on the stored state, if nothing overlaps', async () => {
    const send = vi
      .fn()
      .mockRejectedValueOnce(stale(at('2')))
      .mockRejectedValueOnce(stale(at('3')))
      .mockResolvedValue(0);
    await saveVersioned(at('1'), send, () => false);
    expect(send.mock.calls.map(([{ version }]) => version)).toEqual(['1', '2', '3']);
  });

  it.each([[at('2', { bio: 'two' })], [null]])(
    'rejects with the stored state if both changed the same field: %j',
    async (stored) => {
      const send = vi.fn().mockRejectedValue(stale(stored));
      const rejected = await saveVersioned(at('1'), send, () => true).catch((error: unknown) => error);
      expect(rejected).toBeInstanceOf(VersionConflict);
      expect((rejected as VersionConflict<{ version: string }>).current).toEqual(stored);
      expect(send).toHaveBeenCalledTimes(1);
    },
  );

  it('gives up after three conflicts and rethrows any other error', async () => {
    const send = vi.fn().mockImplementation(async ({ version }) => Promise.reject(stale(at(`${version}+`))));
    await expect(saveVersioned(at('1'), send, () => false)).rejects.toMatchObject({ status: 412 });
    expect(send).toHaveBeenCalledTimes(3);
    const other = new ApiError(500, '', '');
    await expect(
      saveVersioned(
        at('1'),
        async () => Promise.reject(other),
        () => true,
      ),
    ).rejects.toBe(other);
  });
});

it('overlapping returns the fields that both changed to different values', () => {
  const base = { bio: 'one', name: 'Ada', links: [1], theme: 'neon' };
  const current = { bio: 'two', name: 'Ada', links: [1, 2], theme: 'candy' };
  const wanted = { bio: 'three', name: 'Eve', links: [1, 2], theme: 'candy' };
  expect(overlapping(['bio', 'name', 'links', 'theme'], { base, current, wanted })).toEqual(['bio']);
  expect(overlapping(['name'], { base, current, wanted })).toEqual([]);
});
