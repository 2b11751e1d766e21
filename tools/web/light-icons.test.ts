import { Check, EyeOff, Palette, Pencil, Plus } from 'lucide-react';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LIGHT } from './light-icons.ts';

type Props = Record<string, unknown>;
interface Data {
  name: string;
  size: number;
  node: unknown[][];
}

it('draws the same picture as the installed package for each of its icons', async () => {
  const body = LIGHT.replace(/^import .*$/m, '').replace('export default', 'return');
  const create = new Function('createElement', body)(createElement) as (data: Data) => FunctionComponent<Props>;
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
    const { default: _component, __iconData: data } = await import(
      `../../node_modules/lucide-react/dist/esm/icons/${fileOf(name)}.mjs`
    );
    expect(data.size).toBe(24);
    const [light, whole] = [create(data), Whole].map((Icon) => renderToStaticMarkup(createElement(Icon, props)));
    expect(attributesIn(light ?? '')).toEqual(attributesIn(whole ?? ''));
    expect(childrenIn(light ?? '')).toBe(childrenIn(whole ?? ''));
  }
});

function fileOf(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase();
}
