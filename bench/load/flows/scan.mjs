import { createHmac } from 'node:crypto';

/**
 * Sends signed scans of parcels in turn, each with its own event id: `data.url`, `data.awbs`, `data.secret`, and
 * `data.run`, which makes the ids those of this run.
 */
export async function createFlow({ url, awbs, secret, run }) {
  return (call, turn) => {
    const timestamp = new Date(Date.UTC(2026, 10, 1) + turn * 1000).toISOString().slice(0, 19);
    const body = { event_id: `${run}-${turn}`, waybill: awbs[turn % awbs.length], status: 'OT', timestamp };
    const signature = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex');
    return call('scan', url, { method: 'POST', headers: { 'x-carrier-signature': signature }, body });
  };
}
