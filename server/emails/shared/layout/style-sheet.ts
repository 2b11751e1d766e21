import { Markup } from '../../../platform/http/pages/html.ts';
import { DARK } from './palette.ts';

/** The rules of the dark theme: the property that each class sets. */
const DARK_RULES: [selector: string, property: 'color' | 'background-color' | 'border-color', value: string][] = [
  ['.np-bg', 'background-color', DARK.background],
  ['.np-card', 'background-color', DARK.surface],
  ['.np-card', 'border-color', DARK.border],
  ['.np-raised', 'background-color', DARK.raised],
  ['.np-line', 'border-color', DARK.border],
  ['.np-text', 'color', DARK.text],
  ['.np-soft', 'color', DARK.soft],
  ['.np-link', 'color', DARK.link],
  ['.np-button', 'background-color', DARK.button],
  ['.np-button', 'border-color', DARK.button],
  ['.np-label', 'color', DARK.onButton],
];

const darkRules = (prefix: string) =>
  DARK_RULES.map(([selector, property, value]) => `${prefix}${selector}{${property}:${value}!important}`).join('');

/** Outlook.com sets these attributes in its dark theme, on elements whose text or background colour it has changed. */
const outlookRules = DARK_RULES.map(
  ([selector, property, value]) =>
    `[data-ogs${property === 'color' ? 'c' : 'b'}] ${selector}{${property}:${value}!important}`,
).join('');

/**
 * The style sheets of every email. Gmail drops a whole style element that contains anything unknown, so the dark theme
 * has its own. The last one is for Word, with which Outlook for Windows renders HTML.
 */
export const STYLE_SHEETS = new Markup(
  [
    `<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body{-webkit-text-size-adjust:100%}a.np-plain{text-decoration:none!important}@media (max-width:440px){.np-pad{padding-left:20px!important;padding-right:20px!important}}</style>`,
    `<style>@media (prefers-color-scheme:dark){${darkRules('')}}</style>`,
    `<style>${outlookRules}</style>`,
    `<!--[if mso]><style>table{border-collapse:collapse}td,th,p,a,h1,span{font-family:Arial,sans-serif!important}</style><![endif]-->`,
  ].join('\n'),
);
