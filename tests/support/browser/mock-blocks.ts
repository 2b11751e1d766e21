import type { Page } from '@playwright/test';

type Stored = Record<string, unknown> & { id?: string };

/** In-memory blocks for handles, before the server has them; networks of `socialLinks` come from the server. */
export async function mockBlocks(page: Page): Promise<void> {
  const others = new Map<string, Stored[]>();
  let next = 1;
  await page.route('**/api/handles/*/blocks', async (route) => {
    const id = /handles\/(\d+)\//.exec(route.request().url())?.[1] ?? '';
    const read = async () => {
      const handle = await (await page.request.get(`/api/handles/${id}`)).json();
      const own = others.get(id);
      if (own) return own;
      return handle.socialLinks.map(
        ({ platform, username, url, isActive }: { platform: string; username: string; url: string; isActive: boolean }) => ({
          id: platform, type: 'network', platform, username, url, hidden: !isActive, featured: false, from: null, until: null,
        }),
      );
    };
    if (route.request().method() === 'PUT') {
      const body = (route.request().postDataJSON() as Stored[]).map((block) => ({ ...block, id: block.id ?? `b${next++}` }));
      others.set(id, body);
    }
    const json = await read();
    return route.fulfill({ json, headers: { ETag: `"${JSON.stringify(json).length}-${next}"` } });
  });
}
