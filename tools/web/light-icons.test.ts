import { readFileSync } from 'node:fs';
import { Check, EyeOff, Palette, Pencil, Plus } from 'lucide-react';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LIGHT, lightIcon } from './light-icons.ts';

type Props = Record<string, unknown>;
it('draws the same picture as the installed package for each of its icons', async () => {
  const body = LIGHT.replace(/^import .*$/m, '').replace('export default', 'return');
  const create = new Function('createElement', body)(createElement) as (
    name: string,
    node: unknown[][],
  ) => FunctionComponent<Props>;
  const props = { className: 'size-4 text-soft', strokeWidth: 3, 'aria-hidden': true };
  const attributesIn = (html: string) =>
    [...html.slice(4, html.indexOf('>')).matchAll(/([\w-]+)="([^"]*)"/g)]
      .map(([, name, value]) => [
        name,
        name === 'class' ? value?.split(' ').filter((part) => !/^lucide-/.test(part)) : value,
      ])
      .sort();
  const childrenIn = (html: string) => html.slice(html.indexOf('>'));
  for (const [name, Whole] of Object.entries<FunctionComponent<Props>>({ Check, EyeOff, Palette, Pencil, Plus })) {
    const file = `node_modules/lucide-react/dist/esm/icons/${fileOf(name)}.mjs`;
    const code = lightIcon(readFileSync(file, 'utf8'));
    expect(code).not.toMatch(/"key"|aliases|size/);
    const component = code.replace(/^import .*$/m, '').replace('export default', 'return');
    const Light = new Function('createLucideIcon', component)(create) as FunctionComponent<Props>;
    const [light, whole] = [Light, Whole].map((Icon) => renderToStaticMarkup(createElement(Icon, props)));
    expect(attributesIn(light ?? '')).toEqual(attributesIn(whole ?? ''));
    expect(childrenIn(light ?? '')).toBe(childrenIn(whole ?? ''));
  }
});

function fileOf(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase();
}

it('keeps a module that renames another icon, and refuses an icon that it cannot read', () => {
  const renamed = "export { default } from './cloud-exclamation-point.mjs';";
  expect(lightIcon(renamed)).toBe(renamed);
  expect(() => lightIcon("export default createLucideIcon('sun', node)")).toThrow('in another way');
});
