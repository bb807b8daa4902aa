/**
 * Takes out of a picture what says where, when and with what it was taken: Exif with its coordinates, XMP, IPTC,
 * comments, private chunks and whatever follows the picture's end. Pixels and colour profile stay as they are, byte for
 * byte, and so does the turn of a JPEG.
 * @returns undefined for a picture that is not of its format
 */
export function stripMetadata(file: Buffer, contentType: string): Buffer | undefined {
  switch (contentType) {
    case 'image/jpeg':
      return stripJpeg(file);
    case 'image/png':
      return stripPng(file);
    case 'image/webp':
      return stripWebp(file);
    default:
      return file;
  }
}

const MARKER = {
  SOI: 0xd8,
  EOI: 0xd9,
  SOS: 0xda,
  APP0: 0xe0,
  APP1: 0xe1,
  APP2: 0xe2,
  APP14: 0xee,
  APP15: 0xef,
  COM: 0xfe,
};

function stripJpeg(file: Buffer): Buffer | undefined {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return undefined;
  const parts = [file.subarray(0, 2)];
  let orientation: number | undefined;
  for (let at = 2; at + 1 < file.length;) {
    if (file[at] !== 0xff) return undefined;
    // Any number of these may come before a marker.
    while (file[at + 1] === 0xff) at += 1;
    const marker = file[at + 1] ?? 0;
    if (marker === MARKER.EOI) return withTurn([...parts, Buffer.from([0xff, MARKER.EOI])], orientation);
    if (at + 4 > file.length) return undefined;
    const end = at + 2 + file.readUInt16BE(at + 2);
    const segment = file.subarray(at, end);
    if (marker === MARKER.APP1) orientation ??= orientationOf(segment);
    if (keepsSegment(marker, segment)) parts.push(segment);
    at = end;
    if (marker !== MARKER.SOS) continue;
    // The picture itself runs until a marker that is neither an escape nor a restart.
    const begin = at;
    while (at + 1 < file.length && !(file[at] === 0xff && !isData(file[at + 1] ?? 0))) at += 1;
    parts.push(file.subarray(begin, at));
  }
  return undefined;
}

const isData = (byte: number) => byte === 0 || (byte >= 0xd0 && byte <= 0xd7) || byte === 0xff;

function keepsSegment(marker: number, segment: Buffer): boolean {
  if (marker === MARKER.COM) return false;
  if (marker < MARKER.APP0 || marker > MARKER.APP15) return true;
  if (marker === MARKER.APP0) return segment.toString('latin1', 4, 8) === 'JFIF';
  if (marker === MARKER.APP2) return segment.toString('latin1', 4, 15) === 'ICC_PROFILE';
  return marker === MARKER.APP14 && segment.toString('latin1', 4, 9) === 'Adobe';
}

/** The turn (1 to 8) that an Exif segment holds. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0' || segment.length < 18) return undefined;
  const tiff = segment.subarray(10);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const ifd = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (ifd + 2 > tiff.length) return undefined;
  for (let n = 0, at = ifd + 2; n < short(ifd) && at + 12 <= tiff.length; n += 1, at += 12) {
    if (short(at) !== 0x0112) continue;
    const value = short(at + 8);
    return value >= 2 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** The parts with an Exif segment that says the turn and nothing else. */
function withTurn(parts: Buffer[], orientation: number | undefined): Buffer {
  if (orientation === undefined) return Buffer.concat(parts);
  const tiff = Buffer.from([
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, MARKER.APP1, 0, body.length + 2]);
  const [begin, ...rest] = parts;
  return Buffer.concat([begin ?? Buffer.alloc(0), head, body, ...rest]);
}

const PNG_KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
);

function stripPng(file: Buffer): Buffer | undefined {
  const parts = [file.subarray(0, 8)];
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) return undefined;
    const type = file.toString('latin1', at + 4, at + 8);
    if (PNG_KEPT.has(type)) parts.push(file.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  return undefined;
}

/** In the flags of `VP8X`: there is Exif, there is XMP. */
const WEBP_METADATA = 0x08 | 0x04;

function stripWebp(file: Buffer): Buffer | undefined {
  const whole = Math.min(file.length, 8 + file.readUInt32LE(4));
  const parts: Buffer[] = [];
  for (let at = 12; at + 8 <= whole;) {
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > whole) return undefined;
    const type = file.toString('latin1', at, at + 4);
    const chunk = Buffer.from(file.subarray(at, Math.min(end, whole)));
    if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~WEBP_METADATA;
    if (['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'].includes(type)) parts.push(chunk);
    at = end;
  }
  const body = Buffer.concat(parts);
  const head = Buffer.from(file.subarray(0, 12));
  head.writeUInt32LE(4 + body.length, 4);
  return Buffer.concat([head, body]);
}
