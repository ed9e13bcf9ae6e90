const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup that is already safe to embed. Only `html` and `trusted` make it. */
export class SafeHtml {
  constructor(readonly markup: string) {}
  toString(): string {
    return this.markup;
  }
}

export type HtmlValue = SafeHtml | string | number | null | false | readonly HtmlValue[];

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function render(value: HtmlValue): string {
  if (value === null || value === false) return '';
  if (value instanceof SafeHtml) return value.markup;
  if (Array.isArray(value)) return value.map(render).join('');
  return escapeHtml(String(value));
}

/** A template whose values are escaped, in text and in quoted attributes; null and false leave nothing. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  return new SafeHtml(parts.reduce((page, part, index) => page + render(values[index - 1] ?? null) + part));
}

/** Marks text of our own source (styles, scripts) as markup. Never use it for input. */
export function trusted(markup: string): SafeHtml {
  return new SafeHtml(markup);
}
