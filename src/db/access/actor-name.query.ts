import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';

/** Who did it, as operators know it: the address of the person, or the API key. @param actor the column that names the actor */
export const actorNameSql = (actor: string) =>
  `coalesce((select u.email from accounts_users u where ${actor}->>'type' = 'user' and u.id::text = ${actor}->>'id'),
     (select 'API key ' || k.name from access_api_keys k where ${actor}->>'type' = 'api_key' and k.id::text = ${actor}->>'id'),
     ${actor}->>'id')`;

export async function nameOfActor(reader: Reader, { type, id }: Actor): Promise<string> {
  const rows = await query(reader, { name: text })(
    `select ${actorNameSql('a.actor')} as name from (select ?::jsonb as actor) a`,
    [JSON.stringify({ type, id })],
  );
  return rows[0]?.name ?? id;
}
