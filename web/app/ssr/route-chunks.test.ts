import { describe, expect, it } from 'vitest';
import { filesOf } from './route-chunks.ts';

const manifest = {
  'a.tsx': { file: 'assets/a.js', imports: ['shared'], css: ['assets/a.css'] },
  'b.tsx': { file: 'assets/b.js', imports: ['shared'] },
  shared: { file: 'assets/shared.js', imports: ['a.tsx'] },
};

describe('filesOf', () => {
  it('follows static imports once, even if they are circular', () => {
    expect(filesOf(manifest, 'a.tsx')).toEqual({
      scripts: ['/assets/a.js', '/assets/shared.js'],
      styles: ['/assets/a.css'],
    });
  });
  it('includes the styles of imported files', () => {
    expect(filesOf(manifest, 'b.tsx').styles).toEqual(['/assets/a.css']);
  });
  it('returns no files for a file that was not built', () => {
    expect(filesOf(manifest, 'c.tsx')).toEqual({ scripts: [], styles: [] });
  });
});
