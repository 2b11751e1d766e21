import type { Site } from '../../../contract/documents.ts';
import { escapeHtml } from '../../../contract/escape-html.ts';
import { siteFilesVersion } from '../../../contract/site/site-files.ts';
import { publicPagePolicy } from '../../platform/http/pages/content-security-policy.ts';
import type { Pages } from '../../platform/http/pages/renderer.ts';
import type { MissingPage } from './page-cache.ts';

/** A placeholder for the handle as typed and, in lower case, for the handle itself, in a document that is rendered once. */
const NAME = 'Name-Of-The-Page';

/** The response for a page that does not exist. */
export interface MissingPageResponse {
  status: 404 | 410;
  policy: string;
  /** Bytes, because a text that differs for each name would be compressed each time. */
  body: Buffer;
}

/**
 * Returns a function that composes the page for a handle without one. The documents are rendered at first use and when the
 * icon has changed; after that, a stranger's name only has to be inserted.
 */
export function missingPageComposer(site: Site, { renderer }: Pages) {
  const templateOf = (render: () => { html: string; styleHash: string }) => {
    let template: { version: string | null; parts: string[][]; policy: string } | undefined;
    return () => {
      const version = siteFilesVersion(site);
      if (template?.version !== version) {
        const { html, styleHash } = render();
        const parts = html.split(NAME).map((part) => part.split(NAME.toLowerCase()));
        template = { version, parts, policy: publicPagePolicy(site, styleHash) };
      }
      return template;
    };
  };
  const resting = templateOf(() => renderer.renderResting({ site, username: NAME }));
  const free = templateOf(() => renderer.renderProfileNotFound({ site, username: NAME, free: true }));
  const taken = templateOf(() => renderer.renderProfileNotFound({ site, username: NAME, free: false }));

  return (typed: string, { isResting, isFree }: MissingPage): MissingPageResponse => {
    const { parts, policy } = (isResting ? resting : isFree ? free : taken)();
    const shown = escapeHtml(typed.replace(/\p{Cc}/gu, '\u{fffd}'));
    const text = parts.map((part) => part.join(shown.toLowerCase())).join(shown);
    return { status: isResting ? 410 : 404, policy, body: Buffer.from(text) };
  };
}
