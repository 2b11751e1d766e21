import { escapeHtml } from '../../../../contract/escape-html.ts';

/** Markup that is inserted into other markup without escaping. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** Template tag: values are escaped unless they are Markup; lists are joined. */
export function html(strings: TemplateStringsArray, ...values: (string | number | Markup | Markup[])[]): Markup {
  const part = (value: string | number | Markup | Markup[]): string => {
    if (value instanceof Markup) return value.text;
    if (Array.isArray(value)) return value.map((item) => item.text).join('');
    return escapeHtml(String(value));
  };
  return new Markup(String.raw({ raw: strings }, ...values.map(part)));
}
