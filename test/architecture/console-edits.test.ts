import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { operationEntries as operations } from '../../client/src/operations.js';

const root = join(import.meta.dirname, '..', '..');
const console_ = join(root, 'console', 'src');

/** Edits that name no tag, each with its reason. */
const withoutTag: Record<string, string> = {
  putMeActiveVendor: 'which vendor a session works for: nobody else sets it',
  patchMe: 'the language of the account itself',
  putVendorOrdersByOrderVendorIdEWayBills: 'carries the version of what it edits in its body',
  putAdminTaxHsnRatesImport: 'a file that replaces the whole table, and says so',
  patchAdminDiscountsByIdArchive: 'a state, the same however often it is set',
  patchAdminDiscountsByIdUnarchive: 'a state, the same however often it is set',
};

/** Files that set one field of rows in a list, a switch or a place, and send nothing else. */
const oneField = [
  'pages/banners/banners-page.tsx',
  'pages/content-pages/content-pages-page.tsx',
  'pages/links/link-group-page.tsx',
  'pages/taxonomy/entries-page.tsx',
  'pages/webhooks/disable-dialog.tsx',
];

const files = readdirSync(console_, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => file.replaceAll('\\', '/'));

/** The text of a call from its name to its closing bracket. */
function callAt(text: string, index: number): string {
  let depth = 0;
  for (let at = text.indexOf('(', index); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')' && --depth === 0) return text.slice(index, at + 1);
  }
  return text.slice(index);
}

const edits = files.flatMap((file) => {
  const text = readFileSync(join(console_, file), 'utf8');
  return [
    ...text.matchAll(
      /\b(?:call|data|callAny)\(\s*(?:'(\w+)'|(operations\.update|update|operation\.id|patch)\b)/g,
    ),
  ].map((match) => ({ file, name: match[1] ?? match[2] ?? '', sent: callAt(text, match.index) }));
});

const isEdit = (name: string) => {
  const declared = operations[name as keyof typeof operations] as readonly string[] | undefined;
  return declared ? ['put', 'patch'].includes(declared[0] ?? '') : true;
};

it('every edit of the console names the tag of what was read', () => {
  const silent = edits.filter(
    ({ file, name, sent }) =>
      isEdit(name) &&
      !(name in withoutTag) &&
      !oneField.includes(file) &&
      // What `callAny` reads by a name that is no edit.
      (sent.includes('body') || name in operations) &&
      !/\bedit\b|editOf\(|ifMatch/.test(sent),
  );
  expect(silent.map(({ file, name }) => `${file}: ${name} sends no tag: use useEditor or editOf`)).toEqual(
    [],
  );
});

it('the exceptions are edits that the console makes', () => {
  const made = new Set(edits.map(({ name }) => name));
  const acts = new Set(
    files.flatMap(
      (file) => readFileSync(join(console_, file), 'utf8').match(/\b(?:put|patch)[A-Z]\w+/g) ?? [],
    ),
  );
  expect(Object.keys(withoutTag).filter((name) => !made.has(name) && !acts.has(name))).toEqual([]);
  expect(oneField.filter((file) => !files.includes(file))).toEqual([]);
});
