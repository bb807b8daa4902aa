import { CsvError, parse } from 'csv-parse';

/** The largest record that is read, in bytes. An unclosed quotation mark would otherwise swallow the rest of the file. */
export const MAX_RECORD_BYTES = 1024 * 1024;

export const quotesReason =
  'The quotation marks of this row do not match: one is never closed, or one inside a cell is not doubled.';
export const sizeReason =
  'This row is larger than 1 MiB. Usually that means that a quotation mark is opened and never closed.';

class RecordTooLarge extends Error {}

export interface RunRecord {
  cells: string[];
  /** Bytes from the start of the run to the end of the record, its line break included. */
  end: number;
}

export interface RunResult {
  /** The records that the bytes completed, also those before a failure. */
  records: RunRecord[];
  /** Why the run cannot go on; it must not be fed again. */
  failure?: string;
}

/**
 * One csv-parse run that begins at a record boundary. It is fed chunk by chunk and hands back what each
 * completes. The callback `on_record` is used rather than the readable side, which drops the records
 * parsed before an error when the stream is destroyed.
 */
export class CsvRun {
  readonly #parser;
  #records: RunRecord[] = [];
  #end = 0;

  constructor(delimiter: string) {
    this.#parser = parse({
      delimiter,
      // All three, longest first: discovering the line break from the first line glues rows together
      // in files whose lines end in different ways.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record: (cells: string[], { bytes }) => {
        if (bytes - this.#end > MAX_RECORD_BYTES) throw new RecordTooLarge();
        this.#end = bytes;
        this.#records.push({ cells, end: bytes });
        return null;
      },
    });
    // Every failure reaches the callbacks of write and end; without a listener it would also end the process.
    this.#parser.on('error', () => undefined);
  }

  /** @param last whether the input ends with these bytes */
  async feed(bytes: Buffer, last: boolean): Promise<RunResult> {
    let error = bytes.length > 0 ? await this.#write(bytes) : undefined;
    if (!error && last) error = await this.#finish();
    const records = this.#records;
    this.#records = [];
    return error ? { records, failure: reasonFor(error) } : { records };
  }

  #write(bytes: Buffer): Promise<Error | undefined> {
    return new Promise((resolve) => this.#parser.write(bytes, (error) => resolve(error ?? undefined)));
  }

  #finish(): Promise<Error | undefined> {
    return new Promise((resolve) => this.#parser.end((error?: Error | null) => resolve(error ?? undefined)));
  }
}

function reasonFor(error: Error): string {
  if (error instanceof RecordTooLarge) return sizeReason;
  // With the settings above csv-parse refuses nothing but quotation marks.
  if (error instanceof CsvError) return quotesReason;
  throw error;
}
