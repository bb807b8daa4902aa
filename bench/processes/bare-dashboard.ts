import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { PLATFORM } from '#db/analytics/rollup-tables.js';

/**
 * The least that serves the stored dashboard: Node's own server, one named statement. What the platform’s own
 * response costs is held against it. Prints its port in a line and ends with its input.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
const text = 'select data from analytics_snapshots where scope = $1 and period = $2';

const server = createServer((request, response) => {
  const period = new URL(request.url ?? '/', 'http://localhost').searchParams.get('window');
  pool.query({ name: 'dashboard', text, values: [PLATFORM, period] }).then(
    ({ rows }) => {
      const [found] = rows as { data: string }[];
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(`{"data":${found?.data ?? 'null'}}`);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().once('end', () => process.exit(0));
