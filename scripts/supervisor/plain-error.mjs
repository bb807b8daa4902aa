/**
 * A failure that the person at the keyboard can act on: `message` is one line that names the thing and, where
 * one exists, the environment variable that changes it. Printed without a stack trace; anything else that
 * reaches the top is a defect of ours and keeps its stack.
 */
export class PlainError extends Error {
  name = 'PlainError';
}

/**
 * Turns well-known operating system failures into one readable line.
 * @param {unknown} error anything that was thrown
 * @param {string} doing what was being attempted, as in `starting Postgres`
 * @param {string} [variable] the environment variable that names the place, as in `DATA_DIR`
 * @returns {unknown} a PlainError, or the error itself when it is not one of these
 */
export function explain(error, doing, variable = 'DATA_DIR') {
  if (error instanceof PlainError || !(error instanceof Error)) return error;
  const where = error.path ? ` (${error.path})` : '';
  const elsewhere = `choose another place with ${variable}`;
  switch (error.code) {
    case 'ENOSPC':
      return new PlainError(`The disk is full: ${doing}${where}. Free some space or ${elsewhere}.`);
    case 'EDQUOT':
      return new PlainError(`The disk quota is used up: ${doing}${where}. Free some space or ${elsewhere}.`);
    case 'EACCES':
    case 'EPERM':
      return new PlainError(`Permission denied: ${doing}${where}. Grant the right or ${elsewhere}.`);
    case 'EROFS':
      return new PlainError(`The file system is read-only: ${doing}${where}; ${elsewhere}.`);
    case 'ENOTDIR':
    case 'EEXIST':
      return new PlainError(`A file is in the way: ${doing}${where}. Move it or ${elsewhere}.`);
    default:
      return error;
  }
}

/** Prints a failure the way its kind deserves and returns the exit code for it. */
export function printFailure(error, prefix = '') {
  if (error instanceof PlainError) console.error(`${prefix}${error.message}`);
  else console.error(error);
  return 1;
}
