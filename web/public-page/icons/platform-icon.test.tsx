import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NETWORKS, type NetworkId } from '../../../contract/social/networks.ts';
import { networkPath } from './network-paths.ts';
import { PlatformIcon } from './platform-icon.tsx';

/** Icons of our own: simple-icons contains neither LinkedIn's nor CodePen's. */
const OWN: Partial<Record<NetworkId, string>> = {
  linkedin:
    'M4 1h16a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3zm.9 8.4v9.9h3.2V9.4zM6.5 4.6a1.85 1.85 0 1 0 0 3.7 1.85 1.85 0 0 0 0-3.7zm3.6 4.8v9.9h3.2v-5.2c0-1.4.6-2.2 1.8-2.2s1.6.9 1.6 2.3v5.1H20v-5.8c0-2.9-1.5-4.4-3.7-4.4-1.5 0-2.5.7-3 1.7V9.4z',
  codepen:
    'M12 1.5 1.5 8.4v7.2L12 22.5l10.5-6.9V8.4zM13 4.6 19.4 9l-2.9 1.9-3.5-2.3zm-2 0v4l-3.5 2.3L4.6 9zM3.5 10.9 5.7 12l-2.2 1.4zM11 19.4 4.6 15l2.9-1.9 3.5 2.3zm1-5.7L9.4 12l2.6-1.7 2.6 1.7zm1 5.7v-4l3.5-2.3 2.9 1.9zm7.5-6L18.3 12l2.2-1.1z',
  website:
    'M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21zm7.6 6.3h-3.1a15 15 0 0 0-1.4-3.5 8.6 8.6 0 0 1 4.5 3.5zM12 3.6c.9 1.1 1.6 2.6 2.1 4.2H9.9c.5-1.6 1.2-3.1 2.1-4.2zM3.8 14.1a8.7 8.7 0 0 1 0-4.2h3.5a17.6 17.6 0 0 0 0 4.2zm.6 2.1h3.1c.3 1.3.8 2.5 1.4 3.5a8.6 8.6 0 0 1-4.5-3.5zm3.1-8.4H4.4a8.6 8.6 0 0 1 4.5-3.5 15 15 0 0 0-1.4 3.5zM12 20.4c-.9-1.1-1.6-2.6-2.1-4.2h4.2c-.5 1.6-1.2 3.1-2.1 4.2zm2.5-6.3h-5a15.4 15.4 0 0 1 0-4.2h5a15.4 15.4 0 0 1 0 4.2zm.6 5.6c.6-1 1.1-2.2 1.4-3.5h3.1a8.6 8.6 0 0 1-4.5 3.5zm1.6-5.6a17.6 17.6 0 0 0 0-4.2h3.5a8.7 8.7 0 0 1 0 4.2z',
};

/** Returns the icon of simple-icons, each of which has one path on a grid of 24 by 24. */
function pathOf(id: NetworkId): string {
  const file = `simple-icons/icons/${id === 'twitter' ? 'x' : id}.svg`;
  const svg = readFileSync(new URL(import.meta.resolve(file)), 'utf8');
  return /\sd="([^"]+)"/.exec(svg)?.[1] ?? `no path in ${file}`;
}

// The picture is part of the repository, so that a build needs no package of icons. `vitest run -u` on this file writes it after a change of the networks.
it('the picture of all icons has the path of each network under its id', async () => {
  const icons = NETWORKS.map(({ id }) => `<path id="${id}" d="${OWN[id] ?? pathOf(id)}"/>`);
  await expect(
    `<svg aria-hidden="true" xmlns="http://www.w3.org/2000/svg">\n${icons.join('\n')}\n</svg>\n`,
  ).toMatchFileSnapshot('networks.svg');
});

it('a page that the server draws contains its icons', () => {
  for (const { id } of NETWORKS) {
    expect(networkPath(id)).not.toBe('');
    expect(renderToStaticMarkup(<PlatformIcon id={id} />)).toContain(` d="${networkPath(id)}"`);
  }
  expect(readFileSync('web/public-page/icons/networks.svg', 'utf8')).not.toContain('d=""');
});
