import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attentionKinds } from '#db/attention-kinds.js';
import { registeredFeeds } from '#domain/feeds/registered-feeds.js';
import { builtInWords } from '#domain/mail/built-in-words.js';
import { mailTemplates } from '#domain/mail/template-registry.js';

const project = join(import.meta.dirname, '..', '..');

/** In place of the id of a row: what the page says of a row that is not there is a page, too. */
const ID = '0199c0de-7e5c-7000-8000-000000000001';

function sources(): string[] {
  return ['src', 'plugins'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(project, folder, name), 'utf8')),
  );
}

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/** `'/admin/orders/' || o.id as link`: texts and columns, joined. */
const SQL_LINK = /((?:'[^']*'|[\w.]+)(?:\s*\|\|\s*(?:'[^']*'|[\w.]+))*)\s+as link/g;

/** Columns that name a kind and not a row. */
const WORDS: Readonly<Record<string, string>> = { 'r.taxonomy': 'categories' };

function pathOfSql(joined: string): string {
  const parts = joined.split('||').map((part) => part.trim());
  return parts.map((part) => (part.startsWith("'") ? part.slice(1, -1) : (WORDS[part] ?? ID))).join('');
}

/**
 * Every address of the console, without its base, that the API and mails can print: as mails have it in their bodies, as code
 * puts it together for their variables, as rows that wait for somebody say it, and where the consent of a feed leads back to.
 */
export function printedConsolePaths(): string[] {
  const mails = mailTemplates.flatMap((template) =>
    ['en', 'hi'].map((locale) => builtInWords(template, locale)?.body ?? ''),
  );
  const code = sources();
  const paths = [
    ...mails.flatMap((body) => found(body, /\{\{\s*console_url\s*\}\}([^"\s<]*)/g)),
    ...code
      .flatMap((text) => found(text, /vendorPanelUrl\(\s*settings,\s*[`']([^`']+)[`']/g))
      .map((page) => `/vendor/${page}`),
    ...code.flatMap((text) => found(text, /`\$\{config\.PUBLIC_ADMIN_URL\}(\/[^`]+)`/g)),
    ...code.flatMap((text) => found(text, /\bpath: \(id\) => `(\/admin\/[^`]+)`/g)),
    ...attentionKinds.flatMap(({ link, sql }) => [link, ...found(sql, SQL_LINK).map(pathOfSql)]),
    ...registeredFeeds.map(({ adminPath }) => `${adminPath}?connected=1`),
  ];
  // Of an id, a number or the name of a page no more is known here than that it is one part of the address.
  const filled = paths.map((path) => path.replace(/\$\{[^}]*\}|\{\{[^}]*\}\}/g, ID));
  return [...new Set(filled)].sort();
}
