import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import JSZip from 'jszip';
import { isStorable, storableJson, storableText } from '#domain/_shared/storable-text.js';
import { writeWorkbook } from '#integrations/spreadsheets/write-workbook.js';

describe('a text that can be kept and shown in every file', () => {
  it.each(['', 'Kurta', 'नमस्ते', '😀', 'a\tb\nc', '\u000b\u0085\u2028', '\ufeffa', '\ufffd', '\ufdd0'])(
    'is %j',
    (text) => {
      expect(isStorable(text)).toBe(true);
      expect(storableText(text)).toBe(text);
    },
  );

  it.each(['\0', 'a\ufffeb', '\uffff', '\ud800', 'a\udc00b', '\udc00\ud800'])('is not %j', (text) => {
    expect(isStorable(text)).toBe(false);
    expect(isStorable(storableText(text))).toBe(true);
  });

  it('is what is left of each text of a JSON value', () => {
    expect(storableJson({ 'a\uffff': ['b\0', { c: 'd\ud800😀' }, 1, null, true] })).toEqual({
      a: ['b', { c: 'd😀' }, 1, null, true],
    });
  });
});

it('a workbook has no U+FFFE or U+FFFF in it: programs refuse the whole file', async () => {
  const target = new PassThrough();
  const written = buffer(target);
  async function* rows() {
    yield [['Asha\uffff Rao', 1, null]];
    await Promise.resolve();
  }
  const columns = ['Name', 'Orders', 'Note'].map((label) => ({ label, width: 10 }));
  await writeWorkbook({ name: 'Customers', columns, rows: rows() }, target, new AbortController().signal);
  if (!target.writableFinished) await once(target, 'finish');
  const zip = await JSZip.loadAsync(await written);
  const sheet = (await zip.file('xl/worksheets/sheet1.xml')?.async('string')) ?? '';
  expect(sheet).toContain('Asha Rao');
  expect(isStorable(sheet)).toBe(true);
});
