import { describe, expect, it } from 'vitest';
import { chunksToPreload } from './lean-preloads.ts';

const bundle = {
  'entry.js': { type: 'chunk', isEntry: true, imports: ['load.js'], dynamicImports: ['app.js'] },
  'app.js': { type: 'chunk', imports: ['react.js'], dynamicImports: ['screen.js'] },
  'screen.js': { type: 'chunk', imports: ['forms.js'], dynamicImports: ['dialog.js', 'small.js'] },
};

describe('chunksToPreload', () => {
  it('names what an imported chunk needs, without what its importer and the app have loaded', () => {
    const preloaded = ['dialog.js', 'menu.js', 'forms.js', 'react.js', 'load.js', 'entry.js'];
    expect(chunksToPreload(bundle, 'dialog.js', preloaded, 'screen.js')).toEqual(['dialog.js', 'menu.js']);
  });
  it('names nothing if only the imported chunk itself is missing', () => {
    expect(chunksToPreload(bundle, 'small.js', ['small.js', 'forms.js', 'react.js'], 'screen.js')).toEqual([]);
  });
  it('preloads the whole app from the entry, which has loaded none of it', () => {
    expect(chunksToPreload(bundle, 'app.js', ['app.js', 'react.js', 'load.js'], 'entry.js')).toEqual([
      'app.js',
      'react.js',
    ]);
  });
});
