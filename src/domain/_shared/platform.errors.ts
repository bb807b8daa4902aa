import { defineErrors } from './error-catalogue.js';

/** Errors that any operation may return, apart from the feature's own. */
export const platformErrors = defineErrors({
  malformedJson: {
    code: 'BAD_REQUEST',
    status: 400,
    message: 'The request body is not valid JSON',
    when: 'the body cannot be parsed',
  },
  incompleteBody: {
    code: 'BAD_REQUEST',
    status: 400,
    message: 'The request body is incomplete',
    when: 'the connection ended before the body was read',
  },
  validation: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: 'The request does not pass validation',
    when: 'a parameter, the query or the body breaks a rule; `errors` names each',
  },
  unauthorized: {
    code: 'UNAUTHORIZED',
    status: 401,
    message: 'A valid session is required',
    when: 'the session is missing, unknown or expired',
  },
  forbidden: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'The permission {permission} is required',
    when: 'the session lacks the permission',
  },
  noActiveVendor: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'The session has no active vendor',
    when: 'a vendor operation is called without an active vendor',
  },
  vendorRole: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'The vendor role {role} is required',
    when: 'a member of the vendor calls an operation that is for its owners and admins',
  },
  notFound: {
    code: 'NOT_FOUND',
    status: 404,
    message: '{entity} not found',
    when: 'the id is unknown, malformed, or outside the caller’s scope',
  },
  unknownRoute: {
    code: 'NOT_FOUND',
    status: 404,
    message: 'No such operation: {method} {path}',
    when: 'no route has this method and path',
  },
  methodNotAllowed: {
    code: 'METHOD_NOT_ALLOWED',
    status: 405,
    message: '{method} is not allowed here; this path takes {allowed}',
    when: 'the path exists, and takes other methods; `Allow` names them',
  },
  idempotencyMismatch: {
    code: 'CONFLICT',
    status: 409,
    message: 'This Idempotency-Key was already used with a different request',
    when: 'a key comes again with another body within 24 hours',
  },
  idempotencyInProgress: {
    code: 'CONFLICT',
    status: 409,
    message: 'The first request with this Idempotency-Key is still running',
    when: 'the first use of the key has not ended after 10 seconds',
  },
  alreadyRunning: {
    code: 'CONFLICT',
    status: 409,
    message: '{workflow} is already running for this entity',
    when: 'a workflow that runs once per entity is started while it runs',
    recordedOnly: true,
  },
  uniqueViolation: {
    code: 'UNIQUE_VIOLATION',
    status: 409,
    message: '{what} is already taken',
    when: 'a value that must be unique is taken',
  },
  foreignKeyViolation: {
    code: 'FOREIGN_KEY_VIOLATION',
    status: 409,
    message: 'A referenced row does not exist or is still in use',
    when: 'a reference does not resolve',
  },
  preconditionFailed: {
    code: 'PRECONDITION_FAILED',
    status: 412,
    message: '{entity} was changed since it was read: read it again',
    when: '`If-Match` names another version than the current one',
  },
  payloadTooLarge: {
    code: 'PAYLOAD_TOO_LARGE',
    status: 413,
    message: 'The request body is larger than {limit}',
    when: 'the body exceeds the limit of the operation',
  },
  unsupportedMediaType: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    status: 415,
    message: 'The request body must be {expected}',
    when: 'the content type is not the one the operation takes',
  },
  rateLimited: {
    code: 'RATE_LIMITED',
    status: 429,
    message: 'Too many requests',
    when: 'the caller exceeded the rate of the operation; `Retry-After` gives the seconds to wait',
  },
  internal: {
    code: 'INTERNAL_SERVER_ERROR',
    status: 500,
    message: 'An internal error occurred',
    when: 'an unexpected failure',
  },
  database: {
    code: 'DATABASE_ERROR',
    status: 500,
    message: 'The database refused the operation',
    when: 'an unexpected failure in the database',
  },
  engineUnavailable: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'The workflow engine cannot be reached; nothing was changed, try again',
    when: 'the durable engine is down or late',
  },
  engineUnclear: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message:
      'The workflow engine did not respond in time; what was asked may have begun: look before you repeat it',
    when: 'the durable engine was late with its response to something that starts, changes or ends a run',
  },
  databaseUnavailable: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'The database cannot be reached; nothing was changed, try again',
    when: 'the database is down',
  },
  tooBusy: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'Too many requests wait for the same; nothing was changed, try again',
    when: 'a lock in the database was held for too long, a statement took longer than it may, or more sign-ins wait for their passwords to be checked than the process works off in 20 seconds',
  },
  storageUnavailable: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'The file storage cannot be reached; nothing was changed, try again',
    when: 'the file storage is down, full or refuses',
  },
  diskFull: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'There is no room left to store this; nothing was changed, try again later',
    when: 'the disk of the database or of the storage is full',
  },
});
