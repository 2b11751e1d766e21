import type { Plugin } from 'vite';

const CREATE_ICON = /\/lucide-react\/dist\/esm\/createLucideIcon\.m?js$/;
const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.m?js$/;
const DATA = /const __iconData = (\{.*?\n\});/s;

/**
 * Replaces the code that makes components of lucide's icons by the part of it that the app uses: attributes of SVG and a class. The
 * whole one also has names in other frameworks, contexts and strokes that keep their width, and costs each visitor 1.5 kB. Icons lose
 * their sizes, aliases and keys, which cost each screen 0.3 to 0.6 kB.
 */
export function lightIcons(): Plugin {
  return {
    name: 'light-icons',
    load: { filter: { id: CREATE_ICON }, handler: () => LIGHT },
    transform: { filter: { id: ICON }, handler: (code) => lightIcon(code) },
  };
}

/** The module in place of lucide's. */
export const LIGHT = `import { createElement } from 'react';
const ATTRIBUTES = { xmlns: 'http://www.w3.org/2000/svg', width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none',
  stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' };
export default function createLucideIcon(name, node) {
  return ({ className = '', ...props }) =>
    createElement('svg', { ...ATTRIBUTES, ...props, className: ('lucide lucide-' + name + ' ' + className).trim() },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)));
}
`;

type Shape = [tag: string, attributes: Record<string, string>];

/** Returns the module of an icon with its name and shapes only. Modules that rename another icon stay as they are. */
export function lightIcon(code: string): string {
  if (!code.includes('createLucideIcon')) return code;
  const data = DATA.exec(code)?.[1];
  if (data === undefined) throw new Error(`lucide-react writes its icons in another way: ${code.slice(0, 600)}`);
  const { name, node } = new Function(`return ${data}`)() as { name: string; node: Shape[] };
  const shapes = node.map(([tag, { key: _key, ...attributes }]) => [tag, attributes]);
  return `import createLucideIcon from '../createLucideIcon.mjs';
export default createLucideIcon(${JSON.stringify(name)}, ${JSON.stringify(shapes)});
`;
}
