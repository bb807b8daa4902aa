import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';

/**
 * A source file as `npm run format` would leave it.
 * @param root the project whose options hold
 * @param file its name says the language
 * @throws Error for text that cannot be parsed
 */
export async function formatSource(root: string, file: string, text: string): Promise<string> {
  const { $schema, ignorePatterns, ...options } = JSON.parse(
    readFileSync(join(root, '.oxfmtrc.json'), 'utf8'),
  ) as FormatConfig & Record<'$schema' | 'ignorePatterns', unknown>;
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
