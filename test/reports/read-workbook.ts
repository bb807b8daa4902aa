import { inflateRawSync } from 'node:zlib';

export interface ReadCell {
  ref: string;
  /** `str`, `b`, or `n` for numbers. */
  type: string;
  value: string;
  /** The number format, `General` where there is none. */
  format: string;
}

export interface ReadSheet {
  rows: ReadCell[][];
  /** The XML of the sheet, for what is no cell. */
  xml: string;
  /** Names of the parts of the file. */
  parts: string[];
}

/** Reads a workbook by its own bytes, without the library that writes it. */
export function readWorkbook(file: Buffer): ReadSheet {
  const parts = unzip(file);
  const text = (name: string) => parts.get(name)?.toString('utf8') ?? '';
  const formats = cellFormats(text('xl/styles.xml'));
  const xml = text('xl/worksheets/sheet1.xml');
  const rows = [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(
      ([, attributes = '', content = '']): ReadCell => {
        const attribute = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
        const value = /<(?:v|t)(?: [^>]*)?>(.*?)<\/(?:v|t)>/s.exec(content)?.[1] ?? '';
        return {
          ref: attribute('r') ?? '',
          type: attribute('t') ?? 'n',
          value: unescape(value),
          format: formats[Number(attribute('s') ?? 0)] ?? 'General',
        };
      },
    ),
  );
  return { rows, xml, parts: [...parts.keys()] };
}

function cellFormats(styles: string): string[] {
  const custom = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  );
  const known = new Map([
    ['1', '0'],
    ['4', '#,##0.00'],
    ['49', '@'],
  ]);
  const cells = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '';
  return [...cells.matchAll(/<xf [^>]*?numFmtId="(\d+)"/g)].map(
    ([, id = '']) => custom.get(id) ?? known.get(id) ?? 'General',
  );
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

/** The parts of a zip file, by its central directory. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  const parts = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    const [packed, nameLength] = [file.readUInt32LE(at + 20), file.readUInt16LE(at + 28)];
    const rest = file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const data = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(data, data + packed);
    parts.set(name, file.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes));
    at += 46 + nameLength + rest;
  }
  return parts;
}
