/**
 * Creates the database of the embedded server when it is not there yet. Called when the dependencies are installed,
 * hence the late import.
 * @param {string} databaseUrl of the database to be
 */
export async function ensureDatabase(databaseUrl) {
  const { default: pg } = await import('pg');
  const admin = new URL(databaseUrl);
  const name = decodeURIComponent(admin.pathname.slice(1));
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
