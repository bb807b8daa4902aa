import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { projectFile } from '#lib/project-files.js';

const locate = createRequire(import.meta.url);

/** Weights that documents use: regular, medium, semi-bold, bold. */
const weights = ['400Regular', '500Medium', '600SemiBold', '700Bold'];

/** Noto Sans for Latin letters and the rupee sign, and its companions for the scripts of India. */
const scripts = [
  'noto-sans',
  'noto-sans-devanagari',
  'noto-sans-bengali',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-oriya',
  'noto-sans-tamil',
  'noto-sans-telugu',
];

/** In one colour, as paper has it: after ours, whose digits and signs it would otherwise replace. One weight is enough. */
const emoji = path.join('noto-emoji', '400Regular');

/** Noto Sans Arabic (SIL Open Font License), for Arabic and Urdu names and addresses. */
const ownFonts = 'src/integrations/pdf/fonts';

// After ours, for scripts that we do not carry, such as Chinese: an operator can install a font for them.
const systemDirectories = ['/usr/share/fonts', '/usr/local/share/fonts'];

/**
 * Writes the font configuration a browser is started with, and gives its path for `FONTCONFIG_FILE`. The bundled
 * browser's own font has neither the rupee sign nor any Indian script and prints nothing in their place.
 * @param directory where the file goes
 * @param cache where fontconfig keeps its index, so that the next start need not read the fonts again
 */
export async function writeFontConfig(directory: string, cache: string): Promise<string> {
  const directories = [
    ...scripts.flatMap((script) => weights.map((weight) => fontDirectory(path.join(script, weight)))),
    projectFile(ownFonts),
    fontDirectory(emoji),
    ...systemDirectories,
  ];
  const file = path.join(directory, 'fonts.conf');
  await writeFile(file, fontConfig(directories, path.join(cache, 'fontconfig')), { mode: 0o600 });
  return file;
}

function fontDirectory(folder: string): string {
  const [name = '', ...rest] = folder.split(path.sep);
  return path.join(path.dirname(locate.resolve(`@expo-google-fonts/${name}/package.json`)), ...rest);
}

function fontConfig(directories: string[], cache: string): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...directories.map((directory) => `  <dir>${escapeXml(directory)}</dir>`),
    `  <cachedir>${escapeXml(cache)}</cachedir>`,
    '  <alias binding="same"><family>sans-serif</family><prefer><family>Noto Sans</family></prefer></alias>',
    '  <alias><family>sans-serif</family><accept><family>Noto Emoji</family></accept></alias>',
    '</fontconfig>',
    '',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
