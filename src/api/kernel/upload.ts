import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { z } from 'zod';
import { parsePart } from '#api/kernel/parse-part.js';
import { AppError } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';

export interface UploadedFile {
  /** The bytes as they arrive. Fails when there are too many, or when the client goes away. */
  stream: Readable;
  /** As the client called it, without folders. */
  fileName: string;
}

/** The name of the one field that holds the file. */
const FIELD = 'file';
/** What the form may have around the file: boundaries, headers, other fields. */
const FORM_BYTES = 64 * 1024;

/** The file of a multipart request as `readForm` reads it, where the form has nothing else. */
export async function readUpload<T>(
  request: Request,
  limits: { maxBytes: number },
  take: (file: UploadedFile) => Promise<T>,
  undo: (taken: T) => Promise<void>,
): Promise<T> {
  return (await readForm(request, { ...limits, fields: z.object({}) }, take, undo)).taken;
}

/**
 * Reads the one file of a multipart request, handing it to `take` as a stream; nothing of it is held in memory or on
 * disk here. What `take` has begun it has to take back when the stream fails; what it has stored, `undo` removes where
 * the rest of the form is refused. Other fields, before and after the file, are held against `fields`.
 * @throws AppError PAYLOAD_TOO_LARGE, VALIDATION_ERROR without a file, with a second one, for a field or when the form
 *   breaks off, UNSUPPORTED_MEDIA_TYPE for another kind of body, and what `take` throws
 */
export async function readForm<T, Fields>(
  request: Request,
  limits: { maxBytes: number; fields: z.ZodType<Fields> },
  take: (file: UploadedFile) => Promise<T>,
  undo: (taken: T) => Promise<void>,
): Promise<{ taken: T; fields: Fields }> {
  const { maxBytes } = limits;
  const tooLarge = () => platformErrors.payloadTooLarge({ limit: `${maxBytes} bytes` });
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw tooLarge();
  // Gone while we looked who it is: nothing more comes, no end either.
  if (request.destroyed) throw fileIssue('upload was interrupted');
  const parser = openParser(request, maxBytes);
  let taken: Promise<T> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const fields = new Map<string, string>();
      parser.on('field', (name, value) => fields.set(name, value));
      const broken = () => reject(fileIssue('upload was interrupted'));
      parser.on('file', (name, stream, { filename }) => {
        // The consumer sees its failure; without this line a failure before it listens would end the process.
        stream.on('error', () => undefined);
        if (name !== FIELD) {
          stream.resume();
          return;
        }
        stream.on('limit', () => stream.destroy(tooLarge()));
        taken = take({ stream, fileName: fileNameOf(filename) });
        taken.catch((error: unknown) =>
          reject(error instanceof AppError || !stream.errored ? error : fileIssue('upload was interrupted')),
        );
      });
      parser.on('filesLimit', () => reject(fileIssue('must be the only file of the form')));
      parser.on('error', broken);
      parser.on('close', () => {
        if (!taken) reject(fileIssue(`must be sent in the field "${FIELD}" of a multipart form`));
        // A failure of `take` was reported above.
        taken
          ?.then((file) => resolve({ taken: file, fields: readFields(limits.fields, fields) }))
          .catch(reject);
      });
      request.on('error', broken);
      request.once('close', () => {
        if (!request.complete) parser.destroy(new Error('The client went away'));
      });
      request.pipe(parser);
    });
  } catch (error) {
    await taken?.then(undo, () => undefined);
    throw error;
  } finally {
    request.unpipe(parser);
    parser.destroy();
    // A client that is still sending receives the response only when its bytes go somewhere.
    request.resume();
  }
}

/** @throws AppError VALIDATION_ERROR, naming each field that breaks a rule */
function readFields<Fields>(schema: z.ZodType<Fields>, fields: ReadonlyMap<string, string>): Fields {
  const { data, errors } = parsePart('body', Object.fromEntries(fields), schema);
  if (errors) throw platformErrors.validation({}, { errors });
  return data;
}

function openParser(request: Request, maxBytes: number) {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      // The limit is met one byte past the last one allowed.
      limits: { fileSize: maxBytes + 1, files: 1, fields: 20, fieldSize: FORM_BYTES },
    });
  } catch {
    throw platformErrors.unsupportedMediaType({ expected: 'multipart/form-data' });
  }
}

function fileIssue(message: string): AppError {
  return platformErrors.validation({}, { errors: [{ path: `body.${FIELD}`, message, code: 'unreadable' }] });
}

function fileNameOf(text: string | undefined): string {
  const name = (text ?? '').split(/[/\\]/).at(-1) ?? '';
  const printable = name
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, 255);
  return printable || 'file';
}
