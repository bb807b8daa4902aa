import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readProductHeader, readProductRows } from '#integrations/product-files/product-rows.js';
import { csvLine, inChunks, readAll } from './fixtures/csv-text.js';

// Megabytes through a parser take their time on a busy machine.

const MIB = 1024 * 1024;

async function headerOf(file: string) {
  return readProductHeader(inChunks(Buffer.from(file)));
}

describe('reading well-formed files', () => {
  test('rows, row numbers and the offset after each record', async () => {
    const file = 'Handle,Title\nshirt,Shirt\ntop,"A ""top"""\n';
    expect(await readAll(file)).toEqual([
      { row: 2, byteOffset: 25, record: { Handle: 'shirt', Title: 'Shirt' } },
      { row: 3, byteOffset: Buffer.byteLength(file), record: { Handle: 'top', Title: 'A "top"' } },
    ]);
  });

  test('names that mean something to the language are columns and cells like any other', async () => {
    const file = '__proto__,Handle,constructor,Title\na,__proto__,b,constructor\n';
    const [row] = await readAll(file);
    expect(row?.record).toEqual({ Handle: '__proto__', Title: 'constructor' });
    expect(Object.getPrototypeOf(row?.record)).toBe(Object.prototype);
  });

  test('a byte order mark, CRLF, line breaks in cells, Hindi, and no line break at the end', async () => {
    const file =
      '\uFEFFHandle,Title,Body (HTML)\r\nkurta,नीला कुर्ता,"<p>एक</p>\r\n<p>दो</p>"\r\ntop,Top,"x\ny"';
    const rows = await readAll(file, { sizes: [1] });
    expect(rows.map(({ record }) => record)).toEqual([
      { Handle: 'kurta', Title: 'नीला कुर्ता', 'Body (HTML)': '<p>एक</p>\r\n<p>दो</p>' },
      { Handle: 'top', Title: 'Top', 'Body (HTML)': 'x\ny' },
    ]);
    expect(rows.at(-1)?.byteOffset).toBe(Buffer.byteLength(file));
  });

  test('lines that end in different ways stay separate rows', async () => {
    const rows = await readAll('Handle,Title\r\na,A\nb,B\rc,C\r\nd,D');
    expect(rows.map(({ record }) => record?.['Handle'])).toEqual(['a', 'b', 'c', 'd']);
  });

  test('blank rows are passed over but counted, as a spreadsheet shows them', async () => {
    const rows = await readAll('Handle,Title\n\na,A\n,\n , \nb,B\n\n\n');
    expect(rows.map(({ row, record }) => [row, record?.['Handle']])).toEqual([
      [3, 'a'],
      [6, 'b'],
    ]);
  });

  test('cells missing at the end of a line are blank, cells too many must be', async () => {
    const rows = await readAll('Handle,Title,Tags\na\nb,B,t,,\nc,C,t,,oops\nd,D,t\n');
    expect(rows[0]?.record).toEqual({ Handle: 'a', Title: '', Tags: '' });
    expect(rows[1]?.record).toEqual({ Handle: 'b', Title: 'B', Tags: 't' });
    expect(rows[2]).toMatchObject({ row: 4, error: expect.stringContaining('5 cells') });
    expect(rows[3]?.record).toMatchObject({ Handle: 'd' });
  });

  test('columns without a meaning are left out, also when they stand twice', async () => {
    const rows = await readAll('Handle,Title,Cost per item,Cost per item,,\na,A,9,8,x,\n');
    expect(rows[0]?.record).toEqual({ Handle: 'a', Title: 'A' });
  });

  test.each([
    [';', 'Handle;Title\na;A, b\n', 'A, b'],
    ['\t', 'Handle\tTitle\na\tA; b\n', 'A; b'],
    [',', 'Handle;x,Handle,Title\nq,a,A\n', 'A'],
  ])('delimiter %j', async (delimiter, file, title) => {
    expect((await headerOf(file)).delimiter).toBe(delimiter);
    expect((await readAll(file))[0]?.record?.['Title']).toBe(title);
  });

  test('header names match whatever their case and spaces, and keep the spelling of the file', async () => {
    const header = await headerOf('url  HANDLE , TITLE,variant  sku\n');
    expect(header.columns).toEqual({ handle: 'url  HANDLE', title: 'TITLE', sku: 'variant  sku' });
    expect((await readAll('url  HANDLE , TITLE\na,A\n'))[0]?.record).toEqual({
      'url  HANDLE': 'a',
      TITLE: 'A',
    });
  });

  test('one very large chunk gives the same rows as small ones', async () => {
    const file = `Handle,Title\n${Array.from({ length: 8_000 }, (_, n) => `h${n},T${n}`).join('\n')}\n`;
    const whole = await readAll(file, { sizes: [Buffer.byteLength(file)] });
    expect(whole).toHaveLength(8_000);
    expect(await readAll(file, { sizes: [777] })).toEqual(whole);
  });
});

describe('files that are no product file', () => {
  test.each([
    ['nothing', '', /empty/],
    ['only a byte order mark and blanks', '\uFEFF \n', /empty/],
    ['another table', 'Name,Price\nx,1\n', /"Handle" or "URL handle"/],
    ['a column twice', 'Handle,Title, handle\na,A,b\n', /two of its columns are named "handle"/],
    ['a spreadsheet', 'PK\u0003\u0004binary', /spreadsheet/],
    ['a header with an open quotation mark', '"Handle,Title\na,b\n', /no column/],
    ['a header line without an end', `${'x'.repeat(70_000)},Handle\n`, /no column/],
  ])('%s is refused with one clear error', async (_, file, message) => {
    const refusal = { code: 'VALIDATION_ERROR', status: 400, message: expect.stringMatching(message) };
    await expect(readAll(file)).rejects.toMatchObject(refusal);
    await expect(headerOf(file)).rejects.toMatchObject(refusal);
  });

  test('UTF-16 is named', async () => {
    const file = Buffer.from('\uFEFFHandle,Title\na,A\n', 'utf16le');
    await expect(readAll(file)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/UTF-16/),
    });
  });
});

describe('damaged rows', () => {
  test('a quotation mark that does not match costs its row, not the next', async () => {
    const rows = await readAll('Handle,Title\na,12" pipe\nb,B\nc,"C" x\nd,D\n', { sizes: [3] });
    expect(rows.map(({ row, record, error }) => [row, record?.['Handle'] ?? error?.slice(0, 19)])).toEqual([
      [2, 'The quotation marks'],
      [3, 'b'],
      [4, 'The quotation marks'],
      [5, 'd'],
    ]);
  });

  test('a quotation mark never closed does not swallow the sound rows after it', async () => {
    const sound = Array.from({ length: 5 }, (_, n) => `s${n},"Sound ${n}"`);
    const rows = await readAll(['Handle,Title', 'bad,"never closed', ...sound, 'end,End'].join('\n'));
    expect(rows[0]?.error).toMatch(/quotation marks/);
    expect(rows.slice(1).map(({ row, record }) => [row, record?.['Handle']])).toEqual([
      ...sound.map((_, n) => [n + 3, `s${n}`]),
      [8, 'end'],
    ]);
  });

  test('nor when no other quotation mark follows to the end of the file', async () => {
    const rows = await readAll('Handle,Title\nbad,"open\na,A\nb,B');
    expect(rows.map(({ record, error }) => record?.['Handle'] ?? Boolean(error))).toEqual([true, 'a', 'b']);
  });

  test.each([
    ['no other quotation mark follows', (n: number) => `h${n},${'x'.repeat(100)}`],
    ['only escaped ones follow', (n: number) => `${'h'.repeat(100)}${n},""`],
  ])('an open quotation mark is given up after 1 MiB when %s', async (_, line) => {
    const filler = Array.from({ length: 15_000 }, (_, n) => line(n));
    const rows = await readAll(['Handle,Title', 'bad,"open', ...filler].join('\n'));
    expect(rows[0]?.error).toMatch(/1 MiB/);
    expect(rows).toHaveLength(filler.length + 1);
    expect(rows[1]?.record?.['Handle']).toMatch(/^h+0$/);
  });

  test.each([
    ['a single line', `x,${'y'.repeat(3 * MIB)}`],
    ['nothing but separators', ','.repeat(3 * MIB)],
    ['a quoted cell', `x,"${'y'.repeat(MIB)}"`],
  ])('%s over 1 MiB is one error', async (_, line) => {
    const rows = await readAll(`Handle,Title\na,A\n${line}\r\nb,B\n`);
    expect(rows.map(({ row, record, error }) => [row, record?.['Handle'] ?? error])).toEqual([
      [2, 'a'],
      [3, expect.stringContaining('1 MiB')],
      [4, 'b'],
    ]);
  });

  test('a record of just 1 MiB is read, however it is cut', async () => {
    const head = 'Handle,Title\n';
    const line = `x,${'y'.repeat(MIB - 3)}\n`;
    for (const sizes of [[65_536], [16_000], [2 * MIB]]) {
      expect((await readAll(head + line, { sizes }))[0]?.error).toBeUndefined();
      expect((await readAll(`${head}${line.slice(0, -1)}y\n`, { sizes }))[0]?.error).toMatch(/1 MiB/);
    }
  });

  test('bytes that are not UTF-8 are an error of their row', async () => {
    const file = Buffer.concat([
      Buffer.from('Handle,Title\na,Caf'),
      Buffer.from([0xe9]),
      Buffer.from('\nb,Café\nc,nul\0\nd,odd\uffff\n'),
    ]);
    const rows = await readAll(file);
    expect(rows[0]).toMatchObject({ column: 'Title', error: expect.stringMatching(/UTF-8/) });
    expect(rows[1]?.record?.['Title']).toBe('Café');
    expect(rows[2]?.error).toMatch(/NUL/);
    expect(rows[3]?.error).toMatch(/U\+FFFF/);
  });
});

describe('going on at an offset', () => {
  const text = fc.oneof(
    fc.constantFrom('', ' ', 'a', '"', '""', '\n', '\r\n', '\r', ',', 'नीला', '😀', 'é', 'x'.repeat(300)),
    fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => !/[\0\uFFFD]/.test(value)),
  );
  const cell = fc.array(text, { maxLength: 4 }).map((parts) => parts.join(''));
  const lineBreak = fc.constantFrom('\n', '\r\n');
  const sizes = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 4 });

  async function expectResumable(bytes: Uint8Array, chunkSizes: readonly number[]) {
    const header = await readProductHeader(inChunks(bytes, chunkSizes));
    const whole = await readAll(bytes, { sizes: chunkSizes });
    for (const [index, { row, byteOffset }] of whole.entries()) {
      const rest = await readAll(bytes, { from: { row, byteOffset, header }, sizes: chunkSizes });
      expect(rest).toEqual(whole.slice(index + 1));
    }
    const start = { row: 1, byteOffset: header.byteOffset, header };
    expect(await readAll(bytes, { from: start })).toEqual(whole);
    return whole;
  }

  test('any row of any well-formed file is a place to go on from', async () => {
    const file = fc.record({
      bom: fc.boolean(),
      rows: fc.array(fc.tuple(fc.array(cell, { minLength: 3, maxLength: 3 }), lineBreak, fc.boolean()), {
        maxLength: 12,
      }),
      closed: fc.boolean(),
      sizes,
    });
    await fc.assert(
      fc.asyncProperty(file, async ({ bom, rows, closed, sizes: chunkSizes }) => {
        const lines = rows.map(([cells, end, quoteAll], index) => {
          const last = index === rows.length - 1 && !closed;
          return csvLine(cells, { quoteAll }) + (last ? '' : end);
        });
        const bytes = Buffer.from(`${bom ? '\uFEFF' : ''}Handle,Title,Tags\r\n${lines.join('')}`);
        const read = await expectResumable(bytes, chunkSizes);
        const expected = rows
          .map(([cells]) => cells)
          .filter((cells) => cells.some((value) => value.trim() !== ''));
        expect(read.map(({ record }) => record && Object.values(record))).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  test('also of a file with damaged rows, and the chunks make no difference', async () => {
    const piece = fc.oneof(
      cell,
      fc.constantFrom(',', '"', '\n', '\r', '\r\n', 'h,t,x\n', 'h,"t",x\r\n', ',"'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), sizes, async (pieces, chunkSizes) => {
        const bytes = Buffer.from(`Handle,Title,Tags\n${pieces.join('')}`);
        expect(await expectResumable(bytes, chunkSizes)).toEqual(await readAll(bytes));
      }),
      { numRuns: 120 },
    );
  });

  test('a header stored as JSON with the checkpoint serves', async () => {
    const file = Buffer.from('\uFEFFURL handle;Title\na;A\nb;B\n');
    const header = JSON.parse(JSON.stringify(await readProductHeader(inChunks(file))));
    const [first] = await readAll(file);
    const rest = await readAll(file, { from: { row: 2, byteOffset: first?.byteOffset ?? -1, header } });
    expect(rest).toEqual([{ row: 3, byteOffset: file.length, record: { 'URL handle': 'b', Title: 'B' } }]);
  });
});

describe('the source of the bytes', () => {
  test('is released when the reader stops early, and when the file is refused', async () => {
    let released = 0;
    async function* source(text: string) {
      try {
        for (;;) yield Buffer.from(text);
      } finally {
        released += 1;
      }
    }
    for await (const row of readProductRows(source('Handle,Title\na,A\n'))) if (row.row === 3) break;
    expect(released).toBe(1);
    await expect(readProductHeader(source('no,such\n'))).rejects.toThrow();
    expect(released).toBe(2);
  });

  test('its failure is the failure of the reader', async () => {
    async function* source() {
      yield Buffer.from('Handle,Title\na,A\n');
      throw new Error('storage went away');
    }
    await expect(async () => {
      for await (const row of readProductRows(source())) expect(row.error).toBeUndefined();
    }).rejects.toThrow('storage went away');
  });
});
