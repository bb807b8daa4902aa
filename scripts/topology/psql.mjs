import { parseArgs } from 'node:util';
import pg from 'pg';

/**
 * As much of `psql` as the scripts in `docker/postgres` use: SQL from standard input, with `:'name'` and `:"name"` of its
 * variables. The server is that of PGHOST, PGPORT and PGPASSWORD.
 */
const { values } = parseArgs({
  options: {
    variable: { type: 'string', short: 'v', multiple: true, default: [] },
    username: { type: 'string' },
    dbname: { type: 'string' },
  },
});
const variables = Object.fromEntries(values.variable.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));

function valueOf(name) {
  if (variables[name] === undefined) throw new Error(`the variable ${name} has no value`);
  return variables[name];
}

let text = '';
for await (const chunk of process.stdin) text += chunk;
const sql = text
  .replace(/:'(\w+)'/g, (_all, name) => pg.escapeLiteral(valueOf(name)))
  .replace(/:"(\w+)"/g, (_all, name) => pg.escapeIdentifier(valueOf(name)));
const client = new pg.Client({ user: values.username, database: values.dbname });
await client.connect();
await client.query(sql);
await client.end();
