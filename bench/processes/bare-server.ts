import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { wholeStoreProduct } from '#db/products/product-detail.query.js';
import { joinObjects } from '#db/products/versioned-texts-sql.js';

/**
 * The least that responds with a product: Node's own server, one named statement. No sessions, no limits, no
 * checks, no headers for safety, no log. What the platform's own response costs is held against it. Tells its port in a
 * line and ends with its input.
 */
let place = 0;
const text = wholeStoreProduct.sql.replace(/\?/g, () => `$${(place += 1)}`);
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });

const server = createServer((request, response) => {
  const slug = (request.url ?? '').split('/').at(-1);
  pool.query({ name: 'product', text, values: [new Date(), slug] }).then(
    ({ rows }) => {
      const [found] = rows as { product: string; lists: string }[];
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(`{"data":${found ? joinObjects(found.product, found.lists) : 'null'}}`);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().once('end', () => process.exit(0));
