import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskStorage } from './storage.ts';

describe('objects on disk', () => {
  it('are put, replaced, read and deleted, and leave nothing beside them', async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'nameplate-objects-'));
    const storage = diskStorage(folder.path);
    expect(await storage.get('cards/1-a.png')).toBeNull();
    await storage.put('cards/1-a.png', Buffer.from('one'), 'image/png');
    await Promise.all(['two', 'six'].map((text) => storage.put('cards/1-a.png', Buffer.from(text), 'image/png')));
    expect(['two', 'six']).toContain(String(await storage.get('cards/1-a.png')));
    expect(await readdir(path.join(folder.path, 'cards'))).toEqual(['1-a.png']);
    await storage.delete('cards/1-a.png');
    await storage.delete('cards/1-a.png');
    expect(await storage.get('cards/1-a.png')).toBeNull();
  });

  it.each(['../secret.png', '/etc/passwd.x', 'cards/../x.png', 'cards//x.png', 'Cards/x.png', 'x', '', 'a\\b.png'])(
    'never lie at %j',
    async (key) => {
      await using folder = await mkdtempDisposable(path.join(tmpdir(), 'nameplate-objects-'));
      const storage = diskStorage(folder.path);
      await expect(storage.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('not a key');
      await expect(storage.get(key)).rejects.toThrow('not a key');
      await expect(storage.delete(key)).rejects.toThrow('not a key');
      expect(await readdir(folder.path)).toEqual([]);
    },
  );
});
