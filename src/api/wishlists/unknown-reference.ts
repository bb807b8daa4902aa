import { platformErrors } from '#domain/_shared/platform.errors.js';

/** The error for an id in a body that names nothing of the customer or the store. */
export function unknownReference(path: string, message: string) {
  return platformErrors.validation({}, { errors: [{ path, message, code: 'not_found' }] });
}
