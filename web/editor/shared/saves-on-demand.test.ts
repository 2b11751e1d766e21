import { expect, it, vi } from 'vitest';
import type { EditorStore } from './editor-store.ts';
import { SavesOnDemand } from './saves-on-demand.ts';

const state = vi.hoisted(() => ({ offline: true }));
vi.mock('./editor-saves.ts', () => ({
  get EditorSaves() {
    if (state.offline) throw new Error('the chunk could not be downloaded');
    return class {
      save = async () => void saved.push('save');
      tryBlocks = async () => void saved.push('try');
    };
  },
}));
const saved: string[] = [];

it('a save whose code cannot be downloaded says that nothing is saved, and the next one downloads it again', async () => {
  const set = vi.fn();
  const saves = new SavesOnDemand({ set } as unknown as EditorStore, {} as never, {} as never);
  saves.preload();
  await saves.save();
  expect(set).toHaveBeenCalledWith({ result: { tone: 'error', message: expect.stringContaining('not saved yet') } });
  await expect(saves.tryBlocks('add', (blocks) => blocks)).rejects.toThrow();
  state.offline = false;
  await saves.save();
  await saves.tryBlocks('add', (blocks) => blocks);
  expect(saved).toEqual(['save', 'try']);
});
