import { readTextOrder } from '#db/health/text-order.query.js';
import type { Container } from '#runtime/container.js';
import { type Finding, findingOf } from './finding.js';

/** The order of titles, which indexes hold as the library had it when they were made, and the search in Indian scripts. */
export async function checkTexts({ knex }: Pick<Container, 'knex'>): Promise<Finding[]> {
  const { recorded, actual, indexes, seesLetters } = await readTextOrder(knex);
  const changed = recorded === actual ? [] : indexes;
  return [
    ...findingOf(changed, {
      check: 'texts',
      problem: `Titles are ordered by version ${actual} of ICU's collation, and these indexes by ${recorded}: lists may leave rows out`,
      command: `reindex index concurrently …; then alter collation "und-x-icu" refresh version`,
      fixable: false,
    }),
    ...findingOf(seesLetters ? [] : ['LC_CTYPE'], {
      check: 'texts',
      problem:
        'The character type (LC_CTYPE) of the database is C: searches in lists find no text in an Indian script',
      command: 'restore a dump into a database created with the locale C.UTF-8',
      fixable: false,
    }),
  ];
}
