import { fileTypeFromBuffer } from 'file-type';

/** What browsers show and the decoder knows. SVG is not among them: it is a document that may hold scripts. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
};

/** Enough for every signature that is looked for. */
export const IMAGE_HEAD_BYTES = 4_100;

export interface ImageType {
  contentType: string;
  /** Without a dot. */
  extension: string;
}

/** The type of a picture by its first bytes; undefined for anything but a JPEG, PNG, WebP, GIF or AVIF. */
export async function detectImageType(head: Uint8Array): Promise<ImageType | undefined> {
  const detected = await fileTypeFromBuffer(head);
  const extension = detected && extensions[detected.mime];
  return detected && extension ? { contentType: detected.mime, extension } : undefined;
}
