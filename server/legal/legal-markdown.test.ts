import { describe, expect, it } from 'vitest';
import { renderLegalText } from './legal-markdown.ts';

const VALUES = {
  host: 'club.example',
  site: '<b>Rowing & Club</b>',
  contact: 'ada_b@club.example',
  date: '1 May 2027',
};
const htmlOf = (text: string) => renderLegalText(text, VALUES).html;

describe('the markup of a legal text', () => {
  it('has headings, lists, tables and links', () => {
    const html = htmlOf('## Fees\n\n1. One\n2. *Two*\n\n|a|b|\n|-|-|\n|c|**d**|\n\n[Rules](/rules "All") ~~old~~');
    expect(html).toContain('<h2 id="fees">Fees</h2>');
    expect(html).toContain('<li><em>Two</em></li>');
    expect(html).toMatch(/<div [^>]*tabindex="0"><table>[\s\S]*<td><strong>d<\/strong><\/td>[\s\S]*<\/table><\/div>/);
    expect(html).toContain('<a href="/rules" title="All">Rules</a> <s>old</s>');
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a handler', '<img src=x onerror=alert(1)>'],
    ['a script in a link', '[a](javascript:alert(1))'],
    ['a hidden scheme', '[a](java&Tab;script:alert(1)) <javascript:alert(1)> [a](&#x6A;avascript:alert(1))'],
    ['a data address', '[a](data:text/html;base64,PHNjcmlwdD4=)'],
    ['an attribute in the address', '[a](https://x.example/"onclick="alert(1))'],
    ['an attribute in the title', '[a](https://x.example/ "\\"onclick=alert(1)")'],
    ['a scheme from a value', '[a]({{scheme}}:alert(1))'],
    ['a style', '<p style="position:fixed">a</p>'],
  ])('never lets %s through', (_, text) => {
    const { html } = renderLegalText(text, { ...VALUES, scheme: 'javascript' });
    expect(html).not.toMatch(/<(?!\/?(p|a|em|code)\b)/);
    for (const [, attributes = ''] of html.matchAll(/<\w+([^>]*)>/g)) {
      expect(attributes.replace(/ (href="https:[^"]*"|title="[^"]*"|rel="noopener")/g, '')).toBe('');
    }
  });

  it.each([
    ['[a](https://x.example/)', '<a href="https://x.example/" rel="noopener">'],
    ['<https://x.example/>', '<a href="https://x.example/" rel="noopener">'],
    ['[a](mailto:a@b.example)', '<a href="mailto:a@b.example">'],
    ['[a](/privacy)', '<a href="/privacy">'],
    ['[a](#fees)', '<a href="#fees">'],
    ['[a](http://x.example/)', '<a>'],
    ['[a](//x.example/)', '<a>'],
    ['[a](/\\x.example/)', '<a href="/%5Cx.example/">'],
    ['[a](ftp://x.example/)', '<a>'],
    ['[a](tel:+49)', '<a>'],
    ['[a](privacy)', '<a>'],
  ])('links to https, mailto and paths of the site only: %s', (text, link) => {
    expect(htmlOf(text)).toContain(link);
  });

  it('shows a picture as a link, and loads none', () => {
    expect(htmlOf('![a](https://x.example/a.png)')).toBe(
      '<p>!<a href="https://x.example/a.png" rel="noopener">a</a></p>\n',
    );
  });

  it('replaces names in double braces, in texts and addresses, as text', () => {
    const { html, title } = renderLegalText(
      '# Terms of {{site}}\n\n{{site}} at {{host}}, {{date}}, {{other}} [m](mailto:{{contact}})',
      VALUES,
    );
    expect(title).toBe('Terms of <b>Rowing & Club</b>');
    expect(html).toContain('<p>&lt;b&gt;Rowing &amp; Club&lt;/b&gt; at club.example, 1 May 2027, {{other}} ');
    expect(html).toContain('<a href="mailto:ada_b@club.example">m</a>');
  });

  it('takes a first heading of level 1 as title, and gives the others ids and levels below it', () => {
    const { title, html } = renderLegalText('# Terms\n\n# Fees\n\n## Ära & *Ende*\n\n# Fees\n\n###### Deep', VALUES);
    expect(title).toBe('Terms');
    expect([...html.matchAll(/<(h\d) id="([^"]+)"/g)].map(([, tag, id]) => `${tag} ${id}`)).toEqual([
      'h2 fees',
      'h3 ära-ende',
      'h2 fees-2',
      'h6 deep',
    ]);
    expect(renderLegalText('Text\n\n## A', VALUES)).toMatchObject({
      title: null,
      html: expect.stringContaining('<h2 id="a">'),
    });
  });
});
