/**
 * What searching needs of a document, in one value: the database hands the matches of a search over as bytes, and
 * filtering, sorting and counting happen here, for a small part of what they cost as rows.
 */
export interface PackedFields {
  id: string;
  /** Unix milliseconds: tells one version of a document from another. */
  readAt: number;
  ratingAverage: number;
  publishedAt: number;
  ratingCount: number;
  priceMin: number;
  priceMax: number;
  totalInventory: number;
  inStock: boolean;
  hasActiveSpecial: boolean;
  /** From 0 to 10. */
  popularity: number;
  /** Ids of terms. */
  terms: readonly number[];
}

/** Words of four bytes, little endian: id (4), three floats of two words each, five integers, the number of terms. */
const HEAD = 16;
const IN_STOCK = 1;
const SPECIAL = 2;
/** Bits of the flags behind which the popularity stands. */
const POPULARITY = 4;

/** The value as the database takes it. */
export function packDocument(fields: PackedFields): string {
  const view = new DataView(new ArrayBuffer((HEAD + fields.terms.length) * 4));
  const id = fields.id.replaceAll('-', '');
  for (let n = 0; n < 4; n += 1) view.setUint32(n * 4, Number.parseInt(id.slice(n * 8, n * 8 + 8), 16), true);
  view.setFloat64(16, fields.readAt, true);
  view.setFloat64(24, fields.ratingAverage, true);
  view.setFloat64(32, fields.publishedAt, true);
  const flags =
    (fields.inStock ? IN_STOCK : 0) |
    (fields.hasActiveSpecial ? SPECIAL : 0) |
    (fields.popularity << POPULARITY);
  const { ratingCount, priceMin, priceMax, totalInventory, terms } = fields;
  [ratingCount, priceMin, priceMax, totalInventory, flags, terms.length, ...terms].forEach((value, n) =>
    view.setInt32(40 + n * 4, value, true),
  );
  return `\\x${Buffer.from(view.buffer).toString('hex')}`;
}

/** Documents that match a text, column by column. Nobody changes them. */
export interface Candidates {
  length: number;
  /** Four words for each document. */
  ids: Uint32Array;
  readAt: Float64Array;
  ratingAverage: Float64Array;
  publishedAt: Float64Array;
  ratingCount: Int32Array;
  priceMin: Int32Array;
  priceMax: Int32Array;
  totalInventory: Int32Array;
  inStock: Uint8Array;
  special: Uint8Array;
  popularity: Uint8Array;
  /** Where the terms of each document begin in `terms`, and behind the last one where they end. */
  firstTerm: Int32Array;
  terms: Int32Array;
  /** All different terms. */
  termIds: readonly number[];
  /** How well each matches, in points of `RankPart`; undefined where nobody asked. */
  ranks: Int32Array | undefined;
  /** What it occupies in memory. */
  bytes: number;
}

/**
 * Takes apart what the database has put together.
 * @param ranks integers of four bytes in the same order, big endian
 */
export function unpackDocuments(packed: Buffer, length: number, ranks?: Buffer): Candidates {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const numbers = () => new Int32Array(length);
  const found = {
    length,
    ids: new Uint32Array(length * 4),
    readAt: new Float64Array(length),
    ratingAverage: new Float64Array(length),
    publishedAt: new Float64Array(length),
    ratingCount: numbers(),
    priceMin: numbers(),
    priceMax: numbers(),
    totalInventory: numbers(),
    inStock: new Uint8Array(length),
    special: new Uint8Array(length),
    popularity: new Uint8Array(length),
    firstTerm: new Int32Array(length + 1),
    terms: new Int32Array(packed.byteLength / 4 - length * HEAD),
  };
  let at = 0;
  let term = 0;
  for (let n = 0; n < length; n += 1) {
    for (let word = 0; word < 4; word += 1) found.ids[n * 4 + word] = view.getUint32(at + word * 4, true);
    found.readAt[n] = view.getFloat64(at + 16, true);
    found.ratingAverage[n] = view.getFloat64(at + 24, true);
    found.publishedAt[n] = view.getFloat64(at + 32, true);
    found.ratingCount[n] = view.getInt32(at + 40, true);
    found.priceMin[n] = view.getInt32(at + 44, true);
    found.priceMax[n] = view.getInt32(at + 48, true);
    found.totalInventory[n] = view.getInt32(at + 52, true);
    const flags = view.getInt32(at + 56, true);
    found.inStock[n] = flags & IN_STOCK;
    found.special[n] = flags & SPECIAL ? 1 : 0;
    found.popularity[n] = flags >>> POPULARITY;
    const terms = view.getInt32(at + 60, true);
    at += HEAD * 4;
    found.firstTerm[n] = term;
    const end = term + terms;
    for (; term < end; term += 1, at += 4) found.terms[term] = view.getInt32(at, true);
  }
  found.firstTerm[length] = term;
  return {
    ...found,
    termIds: different(found.terms),
    ranks: ranks && bigEndian(ranks),
    bytes: bytesOf(length, term),
  };
}

/** What candidates occupy in memory, about. */
export const bytesOf = (length: number, terms: number): number => (length * HEAD + terms) * 4 + 2_000;

/** All different ones, in order. */
export function different(terms: Int32Array): number[] {
  let most = 0;
  for (const term of terms) if (term > most) most = term;
  const seen = new Uint8Array(most + 1);
  for (const term of terms) seen[term] = 1;
  const ids: number[] = [];
  for (let id = 0; id <= most; id += 1) if (seen[id] === 1) ids.push(id);
  return ids;
}

function bigEndian(bytes: Buffer): Int32Array {
  const found = new Int32Array(bytes.byteLength / 4);
  for (let n = 0; n < found.length; n += 1) found[n] = bytes.readInt32BE(n * 4);
  return found;
}

/** The id of a candidate as text. */
export function idOfCandidate({ ids }: Candidates, n: number): string {
  let hex = '';
  for (let word = 0; word < 4; word += 1) hex += (ids[n * 4 + word] ?? 0).toString(16).padStart(8, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
