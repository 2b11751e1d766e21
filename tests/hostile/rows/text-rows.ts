import { LEGAL_TEXT_MAX_LENGTH } from '../../../contract/site/legal-texts.ts';
import { rowsOf, text } from '../row.ts';

/** Texts of people that become markup. */
export const TEXT_ROWS = [
  ...rowsOf(
    'server/legal/legal-markdown.ts',
    'markdown',
    { renderLegalText: (f, given) => f(given, { site: 'a' }) },
    { frames: ['{}', '|a|\n|-|\n{}'], limit: LEGAL_TEXT_MAX_LENGTH },
  ),
  ...rowsOf('server/emails/shared/rich-text.ts', 'text', { typed: text }),
  ...rowsOf('server/emails/shared/layout/rich-html.ts', 'text', {
    richHtml: (f, given) => f([given, { typed: given }], { name: 'a.b', url: 'https://a/a' }),
  }),
];
