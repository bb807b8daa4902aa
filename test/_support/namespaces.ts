import { adminQuery } from './database.js';

/**
 * A Temporal namespace that no other test file of this run uses. They exist from the start of the server, so
 * taking one costs a number from a sequence.
 * @throws when all of them are taken (their count stands in scripts/supervisor/test-services.mjs)
 */
export async function takeNamespace(): Promise<string> {
  const [row] = await adminQuery<{ number: string }>(`SELECT nextval('test_namespace') AS number`);
  if (row === undefined) throw new Error('The sequence test_namespace gave no number');
  return `t${row.number}`;
}
