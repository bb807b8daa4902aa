import { cpuPer, measuredLoad } from '../load/measured-load.mjs';
import { runLoad } from '../load/run-load.mjs';
import { target } from '../report.mjs';
import { startBareServer } from '../stand/bare-server.mjs';
import { drained } from '../stand/backlog.mjs';
import { writeParcels } from '../stand/parcels.mjs';
import { setCarrierAccount } from '../stand/carrier-account.mjs';
import { cpuSeconds } from '../stand/process-usage.mjs';
import { vendorToken } from '../stand/sessions.mjs';

/**
 * Scans of parcels by webhook, beside a bare server that checks the signature and writes the same rows, with few and many
 * scans stored; the tracking page of a parcel with both. What follows a scan is worked off afterwards and counted apart.
 */
export const defaults = {
  products: 1_000,
  orders: 20_000,
  parcels: 2_000,
  scans: 1_000_000,
  seconds: 10,
  rounds: 3,
};

const SECRET = 'carrier-sandbox-webhook-secret-0000';
const CONNECTIONS = 16;
const FEW = 1_000;
/** Those that are read stay as they are. */
const PAGES = 200;

const round = (value) => Math.round(value * 1000) / 1000;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const total = (cpuMs) => Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0);

/** Further scans of these parcels, as webhooks have left them. */
async function writeScans(stand, parcels, count) {
  await stand.query(
    `insert into shipping_events (sub_order_id, shipment_id, provider_id, external_event_id, fingerprint, source,
       status_code, normalized_status, payload, occurred_at, received_at)
     select ($1::uuid[])[1 + n % $3], ($2::uuid[])[1 + n % $3], 'carrier', gen_random_uuid()::text, md5(n::text) || md5((n + 1)::text),
       'webhook', 'OT', 'in_transit', jsonb_build_object('waybill', 'B' || n, 'status', 'OT'), now() - interval '1 day', now() - interval '1 day'
     from generate_series(1, $4::integer) as n`,
    [parcels.map((item) => item.sub_order_id), parcels.map(({ id }) => id), parcels.length, count],
  );
  await stand.query('vacuum analyze shipping_events');
}

export async function run({ options, start, say }) {
  const { products, orders, parcels: wanted, scans, seconds, rounds } = options;
  const stand = await start({
    size: { products, orders },
    apps: ['sandboxes', 'api'],
    env: { BARE_SECRET: SECRET },
  });
  await setCarrierAccount(stand);
  const parcels = await writeParcels(stand, wanted);
  const awbs = parcels.slice(PAGES).map(({ awb }) => awb);
  const bare = await startBareServer(stand, 'bare-scans');
  let run = 0;
  const job = (url) => ({
    flow: 'scan',
    connections: CONNECTIONS,
    seconds,
    data: { url, awbs, secret: SECRET, run: (run += 1) },
  });
  const platform = `${stand.url}/webhooks/shipping/carrier/platform`;
  const load = async (url) => {
    const result = await measuredLoad(stand, job(url));
    return { perSecond: result.perSecond, ...result.milliseconds, cpuMs: result.cpuMs, done: result.done };
  };
  const own = parcels.slice(0, PAGES);
  const page = {
    flow: 'get',
    connections: 4,
    seconds,
    data: {
      urls: own.map((item) => `${stand.url}/vendor/shipping/orders/${item.sub_order_id}/tracking?limit=20`),
      headers: { authorization: `Bearer ${await vendorToken(stand)}` },
    },
  };
  await writeScans(stand, own, FEW);
  // Every parcel leaves the ground, and both servers have planned what they ask.
  for (const url of [platform, bare.url]) await runLoad({ ...job(url), seconds: 5 });
  await runLoad({ ...page, seconds: 2 });

  const turns = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    say(`turn ${turn + 1} of ${rounds}: scans by the platform and by the bare server`);
    turns.push({ few: await load(platform), bare: await load(bare.url) });
  }
  const fewPages = await measuredLoad(stand, page);
  say(`writing ${scans} scans`);
  await writeScans(stand, parcels.slice(PAGES), scans);
  await runLoad({ ...job(platform), seconds: 5 });
  for (const turn of turns) turn.many = await load(platform);
  await runLoad({ ...page, seconds: 2 });
  const manyPages = await measuredLoad(stand, page);
  await bare.stop();

  const [{ count: due }] = await stand.query(
    `select count(*)::integer from outbox_deliveries where state = 'due'`,
  );
  const before = cpuSeconds(stand.pids);
  await stand.start('worker');
  const { seconds: drainedAfter } = await drained(stand, 600);
  const { worker = 0, ...rest } = cpuPer({ worker: 0, ...before }, cpuSeconds(stand.pids), due);

  const at = (which) => ({
    perSecond: median(turns.map((turn) => turn[which].perSecond)),
    // The bare server idles while ours is loaded, and the other way round.
    cpu: median(turns.map((turn) => total(turn[which].cpuMs))),
  });
  const [few, many, least] = [at('few'), at('many'), at('bare')];
  const row = (what, key, { perSecond, cpu }) => ({
    what,
    'scans/s': round(perSecond),
    'CPU ms a scan': round(cpu),
    'p95 ms': median(turns.map((turn) => turn[key].p95)),
  });
  return {
    tables: {
      'Accepted scans, 16 connections': [
        row('platform, few scans stored', 'few', few),
        row(`platform, ${scans} scans stored`, 'many', many),
        row('bare server', 'bare', least),
      ],
      'CPU milliseconds a scan by part, few stored': [turns[0].few.cpuMs],
      'What follows a scan, worked off afterwards, CPU milliseconds': [
        { deliveries: due, seconds: drainedAfter, worker, ...rest },
      ],
      'A page of 20 tracking events, 4 connections': [
        { what: 'few scans stored', 'pages/s': fewPages.perSecond, 'CPU ms': round(total(fewPages.cpuMs)) },
        {
          what: `${scans} scans stored`,
          'pages/s': manyPages.perSecond,
          'CPU ms': round(total(manyPages.cpuMs)),
        },
      ],
    },
    targets: [
      target('rate beside the bare server', few.perSecond / least.perSecond, { least: 0.35 }),
      target('CPU beside the bare server', few.cpu / least.cpu, { most: 3 }),
      target('CPU of a scan with many stored beside few', many.cpu / few.cpu, { most: 1.3 }),
      target(
        'CPU of a tracking page with many stored beside few',
        total(manyPages.cpuMs) / total(fewPages.cpuMs),
        { most: 1.3 },
      ),
    ],
    details: { turns, fewPages, manyPages, drainedAfter },
  };
}
