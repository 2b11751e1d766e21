import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dropSideEffects } from './shake-router.ts';

const PACKAGE = join(createRequire(import.meta.url).resolve('react-router'), '../../..');

describe('unused components of React Router', () => {
  it('removes a display name and marks the creation of a component as pure', () => {
    const code = 'const Form = React$1.forwardRef((props, ref) => null);\nForm.displayName = "Form";\n';
    expect(dropSideEffects(code)).toBe('const Form = /* @__PURE__ */ React$1.forwardRef((props, ref) => null);\n\n');
  });

  it('leaves other statements as they are', () => {
    const code = 'function f() {\n\tForm.displayName = "Form";\n}\nconst x = React$1.useContext(y);\nz.name = "z";\n';
    expect(dropSideEffects(code)).toBe(code);
  });

  it.each(['lib/dom/lib.js', 'lib/context.js'])('leaves no display name in %s of the installed package', (file) => {
    const code = readFileSync(join(PACKAGE, 'dist/production', file), 'utf8');
    expect(code).toMatch(/^\w+\.displayName = /m);
    expect(dropSideEffects(code)).not.toMatch(
      /^\w+\.displayName = |^const \w+ = React\$1\.(forwardRef|createContext)/m,
    );
  });

  it('removes the prefetching of links from the installed package', () => {
    const code = readFileSync(join(PACKAGE, 'dist/production/lib/dom/lib.js'), 'utf8');
    const uses = (text: string) => text.match(/\bPrefetchPageLinks\b/g)?.length ?? 0;
    // Its import remains.
    expect([uses(code), uses(dropSideEffects(code))]).toEqual([2, 1]);
  });
});
