import { compiledMarkup } from './compiled-markup.js';

export type MarkupName = keyof typeof compiledMarkup;

/** Text and slot names in turn. */
const parsed = new Map<MarkupName, readonly string[]>();

function partsOf(name: MarkupName): readonly string[] {
  const known = parsed.get(name);
  if (known) return known;
  const parts = compiledMarkup[name].split(/\[\[(\w+)\]\]/);
  parsed.set(name, parts);
  return parts;
}

/**
 * A piece of a mail with its values, which must be safe as HTML already.
 * @throws Error when a slot has no value
 */
export function fillMarkup(name: MarkupName, values: Readonly<Record<string, string>>): string {
  const parts = partsOf(name);
  let filled = parts[0] ?? '';
  for (let index = 1; index < parts.length; index += 2) {
    const value = values[parts[index] ?? ''];
    if (value === undefined) throw new Error(`The slot ${parts[index]} of ${name} has no value`);
    filled += value + (parts[index + 1] ?? '');
  }
  return filled;
}

const [, buttonStyle = '', buttonStart = '', buttonEnd = ''] =
  /^<a [^>]*style="([^"]*)"[^>]*>(.*)\[\[label\]\](.*)<\/a>$/s.exec(compiledMarkup.button) ?? [];

/** The style of the link that is a button. */
export function buttonStyleOf(accent: string, accentText: string): string {
  return buttonStyle.replaceAll('[[accent]]', accent).replaceAll('[[accentText]]', accentText);
}

const BUTTON = /(<a [^>]*class="mail-button"[^>]*>)([\s\S]*?)<\/a>/g;

/** Gives the buttons of a sanitized body what Outlook for Windows needs to draw them with their padding. */
export function withButtonPadding(html: string): string {
  return html.replace(
    BUTTON,
    (_whole, start: string, label: string) => `${start}${buttonStart}${label}${buttonEnd}</a>`,
  );
}
