import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Knex } from '#db/kernel/knex.js';
import type { PersonalTable } from '#db/kernel/personal-data.js';
import { personalTables } from '#db/personal-data/declared-tables.js';
import { type Person, personalRows } from '#db/personal-data/personal-rows.query.js';
import { EXPORT_PAGE } from '#domain/personal-data/personal-data-export.js';

export interface FileJob {
  knex: Knex;
  person: Person;
  createdAt: Date;
  signal: AbortSignal;
  /** Says how many rows are written so far. */
  written(rows: number): void;
}

/** The tables whose rows are in a file, by name. */
export const shownTables = (): PersonalTable[] =>
  personalTables
    .filter(({ file }) => file.length > 0)
    .sort((first, second) => (first.table < second.table ? -1 : 1));

/** What an erasure does with the rows, and why they are kept. */
export const afterErasure = ({ erasure }: PersonalTable): string =>
  'kept' in erasure ? `${erasure.kind}: ${erasure.kept}` : 'deleted';

/**
 * Writes everything that is declared about a person as one JSON object: each table with what its rows are, how long they
 * are kept after an erasure, and the rows, read page by page.
 */
export async function writePersonalFile(job: FileJob, target: Writable): Promise<void> {
  const { knex, person, createdAt, signal, written } = job;
  let rowCount = 0;
  const write = async (text: string) => {
    signal.throwIfAborted();
    if (!target.write(text)) await once(target, 'drain', { signal });
  };
  await write(`{\n"createdAt": ${JSON.stringify(createdAt)},\n"tables": {`);
  for (const [at, table] of shownTables().entries()) {
    const head = JSON.stringify({ text: table.text, afterErasure: afterErasure(table) }).slice(0, -1);
    await write(`${at === 0 ? '' : ','}\n${JSON.stringify(table.table)}: ${head},"rows": [`);
    let isFirst = true;
    for await (const page of personalRows(knex, table, person, EXPORT_PAGE)) {
      for (const row of page) {
        await write(`${isFirst ? '' : ','}\n${JSON.stringify(row)}`);
        isFirst = false;
      }
      rowCount += page.length;
      written(rowCount);
    }
    await write(']}');
  }
  await write('\n}\n}\n');
}
