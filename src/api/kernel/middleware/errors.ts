import type { ErrorRequestHandler, RequestHandler } from 'express';
import { AppError } from '#domain/_shared/app-error.js';
import type { PathMask } from '#api/kernel/path-mask.js';
import { reasonOf } from '#domain/errors.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { databaseError } from '#db/kernel/database-error.js';
import { recordFullDisk } from '#lib/full-disk.js';
import type { Logger } from '#lib/logger.js';

/** No route took the request. @param methodsOf those that a path takes, none for an unknown path */
export const unknownRoute =
  (methodsOf: (path: string) => readonly string[]): RequestHandler =>
  (request, response) => {
    const allowed = methodsOf(request.path).join(', ');
    if (allowed) {
      response.setHeader('Allow', allowed);
      throw platformErrors.methodNotAllowed({ method: request.method, allowed });
    }
    throw platformErrors.unknownRoute({ method: request.method, path: request.path });
  };

interface HttpError extends Error {
  type?: string;
  code?: string;
  status?: number;
  limit?: number;
}

/** Of the file system: no room, or no more for us. */
const FULL_DISK = new Set(['ENOSPC', 'EDQUOT']);

/** Errors of the body parsers, in our words. */
function bodyError(error: HttpError): AppError | undefined {
  switch (error.type) {
    case 'entity.parse.failed':
    case 'entity.verify.failed':
    case 'request.aborted':
    case 'request.size.invalid':
      return platformErrors.malformedJson({}, { cause: error });
    case 'entity.too.large':
      return platformErrors.payloadTooLarge({ limit: `${error.limit ?? 0} bytes` }, { cause: error });
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return platformErrors.unsupportedMediaType({ expected: 'UTF-8 JSON' }, { cause: error });
    default:
      if (error.code !== undefined && FULL_DISK.has(error.code)) {
        recordFullDisk('storage');
        return platformErrors.diskFull({}, { retryAfter: 30, cause: error });
      }
      if (error instanceof URIError) return platformErrors.notFound({ entity: 'Resource' });
      // The parser gives what fails elsewhere, in unpacking for one, a status but no type: it is the client's body all the same.
      if (error.status !== undefined && error.status >= 400 && error.status < 500) {
        return platformErrors.malformedJson({}, { cause: error });
      }
      return undefined;
  }
}

/** The one place where an error becomes a response. Nothing raw reaches a client. */
export function errorHandler(options: {
  logger: Logger;
  debug: boolean;
  mask: PathMask;
}): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const known =
      error instanceof AppError
        ? error
        : (bodyError(error as HttpError) ?? databaseError(error) ?? undefined);
    const shown = known ?? platformErrors.internal({}, { cause: error });
    if (shown.status >= 500) {
      options.logger.error(
        { err: error, method: request.method, path: options.mask(request.path) },
        'request failed',
      );
    }
    if (response.headersSent) return next(error);
    if (shown.retryAfter !== undefined) response.setHeader('Retry-After', String(shown.retryAfter));
    response.status(shown.status).json({
      data: null,
      message: shown.message,
      statusCode: shown.status,
      errorCode: shown.code,
      reason: reasonOf(shown),
      ...namedFields(shown),
      ...(shown.missingKeys ? { missingKeys: shown.missingKeys } : {}),
      ...(options.debug && shown.status >= 500 ? { debug: debugOf(error) } : {}),
    });
  };
}

/** Issues are for validation errors alone; any other error that concerns fields names them beside. */
function namedFields({ code, errors }: AppError): Record<string, unknown> {
  if (!errors) return {};
  return code === 'VALIDATION_ERROR' ? { errors } : { fields: errors };
}

function debugOf(error: unknown): unknown {
  return error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack?.split('\n') }
    : {};
}
