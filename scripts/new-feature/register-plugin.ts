import { readFileSync, writeFileSync } from 'node:fs';

/** The list of `haat.config.ts`, as it is laid out there and as the formatter writes it. */
const LIST = /(\bplugins:\s*\[)([^]*)(\],?\s*\}\);?\s*)$/;

/**
 * Adds a folder to the plugins of the installation.
 * @param file `haat.config.ts`
 * @returns false where its list is written in another way, for a person to add it
 */
export function registerPlugin(file: string, from: string): boolean {
  const text = readFileSync(file, 'utf8');
  const found = LIST.exec(text);
  if (!found) return false;
  const [whole, open = '', items = '', close = ''] = found;
  const before = items.trim().replace(/,$/, '');
  const next = `${open}${before}${before && ', '}'${from}'${close}`;
  writeFileSync(
    file,
    text.replace(whole, () => next),
  );
  return true;
}
