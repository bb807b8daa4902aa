import { once } from 'node:events';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { writeWorkbook } from '#integrations/spreadsheets/write-workbook.js';

it('a workbook whose target takes nothing more ends when it is given up', async () => {
  const given = new AbortController();
  // A storage that went away: it never says that it has written.
  const target = new Writable({ highWaterMark: 1, write: () => target.emit('taken') });
  const taken = once(target, 'taken');
  let ended: Promise<void> | undefined;
  async function* rows() {
    yield [['Asha']];
    // Behind the last row the library closes the file, and waits for what the target takes.
    ended = nextTurn().then(() => nextTurn());
  }
  const sheet = { name: 'Customers', columns: [{ label: 'Name', width: 20 }], rows: rows() };
  const written = writeWorkbook(sheet, target, given.signal);
  await taken;
  while (!ended) await nextTurn();
  await ended;
  given.abort(new Error('superseded'));
  await expect(written).rejects.toThrow('superseded');
});
