import { CsvRun, MAX_RECORD_BYTES, sizeReason } from './csv-run.js';

export type CsvRecord =
  | { cells: string[]; byteOffset: number; error?: undefined }
  | { error: string; byteOffset: number; cells?: undefined };

/** Pieces of this size keep what is held at once small, however large the chunks of the source are. */
const PIECE_BYTES = 64 * 1024;

/**
 * Reads the records of a CSV stream that begins at a record boundary. `byteOffset` is the absolute place in
 * the file just after each record, so that a later reader can start there.
 *
 * A record that cannot be parsed is reported, and reading goes on at the line after the one it began on.
 * The rest of a broken multi-line cell may then be reported as further broken rows, but no sound row after it is
 * lost, which skipping to the place of the failure would do. Holds at most one record and one piece.
 */
export async function* readCsvRecords(
  input: AsyncIterable<Uint8Array>,
  from: { byteOffset: number; delimiter: string },
): AsyncGenerator<CsvRecord, void, undefined> {
  const reader = new RecordReader(from.byteOffset, from.delimiter);
  for await (const chunk of input) {
    for (let start = 0; start < chunk.byteLength; start += PIECE_BYTES) {
      const length = Math.min(PIECE_BYTES, chunk.byteLength - start);
      yield* reader.read(Buffer.from(chunk.buffer, chunk.byteOffset + start, length), false);
    }
  }
  yield* reader.read(Buffer.alloc(0), true);
}

class RecordReader {
  readonly #delimiter: string;
  #run: CsvRun;
  /** Absolute offset at which the current run began. */
  #runStart: number;
  /** Bytes after the last complete record, kept because a failure goes back to them. */
  #unread: Buffer = Buffer.alloc(0);
  /** Absolute offset of the first unread byte. */
  #offset: number;
  /** Set while the line of a broken record is being passed over. */
  #damage: string | undefined;

  constructor(offset: number, delimiter: string) {
    this.#delimiter = delimiter;
    this.#offset = offset;
    this.#runStart = offset;
    this.#run = new CsvRun(delimiter);
  }

  async *read(bytes: Buffer, last: boolean): AsyncGenerator<CsvRecord, void, undefined> {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    let fresh = bytes;
    for (;;) {
      if (this.#damage !== undefined) {
        const error = this.#damage;
        if (!this.#passLine(last)) return;
        yield { error, byteOffset: this.#offset };
        fresh = this.#unread;
      }
      const { records, failure } = await this.#run.feed(fresh, last);
      for (const { cells, end } of records) {
        this.#consume(this.#runStart + end - this.#offset);
        yield { cells, byteOffset: this.#offset };
      }
      this.#damage = failure ?? (this.#unread.length > MAX_RECORD_BYTES ? sizeReason : undefined);
      if (this.#damage === undefined) return;
    }
  }

  /** Moves behind the line that starts at the first unread byte, and begins a new run there. False: more bytes are needed. */
  #passLine(last: boolean): boolean {
    const end = lineEnd(this.#unread, last);
    if (end === undefined) {
      // A carriage return may be the first half of a line break and has to wait for its other half.
      this.#consume(this.#unread.at(-1) === CR ? this.#unread.length - 1 : this.#unread.length);
      return false;
    }
    this.#consume(end);
    this.#damage = undefined;
    this.#runStart = this.#offset;
    this.#run = new CsvRun(this.#delimiter);
    return true;
  }

  #consume(bytes: number): void {
    this.#unread = this.#unread.subarray(bytes);
    this.#offset += bytes;
  }
}

const LF = 0x0a;
const CR = 0x0d;

/** The length of the first line with its line break; undefined when it does not end in these bytes. */
function lineEnd(bytes: Buffer, last: boolean): number | undefined {
  const lf = bytes.indexOf(LF);
  const cr = lf === -1 ? bytes.indexOf(CR) : bytes.subarray(0, lf).indexOf(CR);
  if (cr !== -1 && cr + 1 !== lf) {
    const undecided = cr === bytes.length - 1 && !last;
    return undecided ? undefined : cr + 1;
  }
  if (lf !== -1) return lf + 1;
  return last ? bytes.length : undefined;
}
