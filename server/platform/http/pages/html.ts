const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup that is safe to put into markup as it stands. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Template tag: values are escaped unless they are markup already; lists are joined. */
export function html(strings: TemplateStringsArray, ...values: (string | number | Markup | Markup[])[]): Markup {
  const part = (value: string | number | Markup | Markup[]): string => {
    if (value instanceof Markup) return value.text;
    if (Array.isArray(value)) return value.map((item) => item.text).join('');
    return escapeHtml(String(value));
  };
  return new Markup(String.raw({ raw: strings }, ...values.map(part)));
}
