import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { sha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';

/**
 * The least that stores a scan: Node's own server, the HMAC over the body, and one named statement that writes the rows
 * which the platform writes for it. No limits, no settings, no checks of the body, no log. Tells its port in a line and
 * ends with its input; the secret is in its environment.
 */
const secret = process.env['BARE_SECRET'] ?? '';
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
const text = `
  with parcel as (
    select id, sub_order_id, order_id from shipping_shipments where awb = $1 limit 1
  ), stored as (
    insert into shipping_events (id, sub_order_id, shipment_id, provider_id, external_event_id, fingerprint, source,
      status_code, normalized_status, payload, occurred_at)
    select $2::uuid, sub_order_id, id, 'carrier', $3, $4, 'webhook', $5, 'in_transit', $6::jsonb, $7::timestamptz from parcel
    on conflict (provider_id, external_event_id) where external_event_id is not null do nothing returning sub_order_id
  ), moved as (
    update shipping_shipments s set last_scan_at = now(), tracking_status = 'in_transit', updated_at = now()
    from parcel where s.id = parcel.id
  ), events as (
    insert into outbox_events (id, type, entity_id, payload, actor, request_id)
    select $8::uuid, 'shipping.tracking.updated', sub_order_id, $6::jsonb, '{"type":"webhook","id":"carrier"}', 'bare' from stored
    returning id, entity_id
  )
  insert into outbox_deliveries (event_id, subscription, entity_id) select id, 'returns-to-origin', entity_id from events`;

function isSigned(body: Buffer, signature: string | undefined): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature ?? '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

interface Scan {
  event_id: string;
  waybill: string;
  status: string;
  timestamp: string;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    if (!isSigned(body, request.headers['x-carrier-signature'] as string)) {
      response.writeHead(401).end();
      return;
    }
    const scan = JSON.parse(body.toString()) as Scan;
    const fingerprint = sha256(`${scan.waybill}\n${scan.status}\n${scan.timestamp}`);
    const values = [
      scan.waybill,
      newId(),
      scan.event_id,
      fingerprint,
      scan.status,
      body.toString(),
      `${scan.timestamp}+05:30`,
      newId(),
    ];
    pool.query({ name: 'scan', text, values }).then(
      ({ rowCount }) => response.writeHead(rowCount ? 200 : 404).end('{"data":{}}'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().once('end', () => process.exit(0));
