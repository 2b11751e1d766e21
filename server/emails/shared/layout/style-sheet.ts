import { Markup } from '../../../platform/http/pages/html.ts';
import { DARK, type EmailAccent } from './palette.ts';

type Rule = [selector: string, property: 'color' | 'background-color' | 'border-color', value: string];

/** Returns the rules of the dark theme: the property that each class sets. */
const darkTheme = ({ darkLink }: EmailAccent): Rule[] => [
  ['.np-bg', 'background-color', DARK.background],
  ['.np-card', 'background-color', DARK.surface],
  ['.np-card', 'border-color', DARK.border],
  ['.np-raised', 'background-color', DARK.raised],
  ['.np-line', 'border-color', DARK.border],
  ['.np-text', 'color', DARK.text],
  ['.np-soft', 'color', DARK.soft],
  ['.np-link', 'color', darkLink],
  ['.np-button', 'background-color', DARK.button],
  ['.np-button', 'border-color', DARK.button],
  ['.np-label', 'color', DARK.onButton],
];

const darkRules = (rules: readonly Rule[]) =>
  rules.map(([selector, property, value]) => `${selector}{${property}:${value}!important}`).join('');

/** Outlook.com sets these attributes in its dark theme, on elements whose text or background colour it has changed. */
const outlookRules = (rules: readonly Rule[]) =>
  rules
    .map(
      ([selector, property, value]) =>
        `[data-ogs${property === 'color' ? 'c' : 'b'}] ${selector}{${property}:${value}!important}`,
    )
    .join('');

/**
 * The style sheets of every email. Gmail drops a whole style element that contains anything unknown, so the dark theme
 * has its own. The last one is for Word, with which Outlook for Windows renders HTML.
 */
export function styleSheets(accent: EmailAccent): Markup {
  const rules = darkTheme(accent);
  return new Markup(
    [
      `<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{-webkit-text-size-adjust:100%}a.np-plain{text-decoration:none!important}@media (max-width:440px){.np-pad{padding-left:20px!important;padding-right:20px!important}}</style>`,
      `<style>@media (prefers-color-scheme:dark){${darkRules(rules)}}</style>`,
      `<style>${outlookRules(rules)}</style>`,
      `<!--[if mso]><style>table{border-collapse:collapse}td,th,p,a,h1,span{font-family:Arial,sans-serif!important}</style><![endif]-->`,
    ].join('\n'),
  );
}
