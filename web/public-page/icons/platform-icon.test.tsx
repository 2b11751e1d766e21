import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NETWORKS } from '../../../contract/social/networks.ts';
import { networkPath } from './network-paths.ts';
import { PlatformIcon } from './platform-icon.tsx';

// The picture is part of the repository. `vitest run -u` on this file writes it after a change of the networks.
it('the picture of all icons has the path of each network under its id', async () => {
  const icons = NETWORKS.map(({ id }) => `<path id="${id}" d="${networkPath(id)}"/>`);
  await expect(
    `<svg aria-hidden="true" xmlns="http://www.w3.org/2000/svg">\n${icons.join('\n')}\n</svg>\n`,
  ).toMatchFileSnapshot('networks.svg');
});

it('a page that the server draws contains its icons', () => {
  for (const { id } of NETWORKS) {
    expect(renderToStaticMarkup(<PlatformIcon id={id} />)).toContain(` d="${networkPath(id)}"`);
  }
  expect(readFileSync('web/public-page/icons/networks.svg', 'utf8')).not.toContain('d=""');
});
