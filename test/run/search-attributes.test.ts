import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { searchAttributeKeys } from '#lib/workflow/search-attributes.js';

test('the search attributes of the engine are those of the code', () => {
  const listed: unknown = JSON.parse(readFileSync('temporal/search-attributes.json', 'utf8'));
  const titles = { KEYWORD: 'Keyword' } as Record<string, string>;
  const known = Object.values(searchAttributeKeys).map(({ name, type }) => [name, titles[type] ?? type]);
  expect(listed).toEqual(Object.fromEntries(known));
});
