import { execute } from './query.js';
import type { IdempotencyKey } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type Knex, lockTimeoutOf } from './knex.js';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Does `work` once per key. The row is inserted first, in the transaction of the work itself: an equal request that
 * comes meanwhile waits on the unique index, and finds the answer when the first one has committed, or does the work
 * itself when the first one rolled back. A process that dies in between leaves nothing.
 */
export async function respondOnce<T>(tx: Knex, key: IdempotencyKey, work: () => Promise<T>): Promise<T> {
  if (!(await claim(tx, key))) return storedResponse<T>(tx, key);
  const answer = await work();
  await tx('idempotency_keys')
    .where(identity(key))
    .update({ response: JSON.stringify(answer ?? null) });
  return answer;
}

function identity(key: IdempotencyKey) {
  return { principal: key.principal, operation: key.operation, key: key.key };
}

async function claim(tx: Knex, key: IdempotencyKey): Promise<boolean> {
  try {
    // The time to wait is set by the statement that may have to, before it looks for the row, and taken back by the row.
    const inserted = await execute(
      tx,
      `insert into idempotency_keys (principal, operation, key, body_hash, expires_at)
       select ?, ?, ?, ?, now() + interval '24 hours' from (select set_config('lock_timeout', '10s', true)) as patience
       on conflict (principal, operation, key) do update
         set body_hash = excluded.body_hash, response = null, expires_at = excluded.expires_at
         where idempotency_keys.expires_at < now()
       returning set_config('lock_timeout', ?, true)`,
      [key.principal, key.operation, key.key, key.bodyHash, `${lockTimeoutOf(tx)}`],
    );
    return inserted === 1;
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) {
      throw platformErrors.idempotencyInProgress({}, { retryAfter: 10 });
    }
    throw error;
  }
}

async function storedResponse<T>(tx: Knex, key: IdempotencyKey): Promise<T> {
  const row = (await tx('idempotency_keys').where(identity(key)).first('bodyHash', 'response')) as {
    bodyHash: string;
    response: T;
  };
  if (row.bodyHash !== key.bodyHash) throw platformErrors.idempotencyMismatch();
  return row.response;
}
