import { setTimeout as sleep } from 'node:timers/promises';
import { UPLOADS } from '#domain/product-imports/upload-key.js';
import { sweepUploads } from '#workflows/product-imports/product-imports.contract.js';
import { createVendor } from '../../../_support/vendors.js';
import { productCsv } from '../../../product-imports/fixtures/generate-products.js';
import type { ImportAnswer } from '../../../product-imports/import-shop.js';
import { GaveUp, type PatientClient } from '../clients/patient-client.js';
import { patiently } from '../clients/patiently.js';
import { type Finding, finding, type Flow, type World } from '../flow.js';
import type { Random } from '../random.js';

const PATIENCE_MS = 240_000;
const sizes = [
  { products: 60, variantsPerProduct: 3 },
  { products: 400, variantsPerProduct: 4 },
];

/** What a file makes of an empty catalog when nothing is hurt. */
interface Sample {
  file: Buffer;
  rows: number;
  failed: number;
  products: number;
  variants: number;
  pieces: number;
}

/** Vendors send product files: with bad rows, with rows that stand there twice, and the same file once more. */
export function createImportsFlow(): Flow {
  const samples: Sample[] = [];
  const imported: { vendorId: string; sample: Sample }[] = [];

  async function send(world: World, http: PatientClient, file: Buffer): Promise<string> {
    world.points.reach('import');
    const form = (): FormData => {
      const data = new FormData();
      data.append('file', new Blob([new Uint8Array(file)]), 'products.csv');
      return data;
    };
    return (await http.call<ImportAnswer>('POST', '/vendor/products/import', { form })).body.data.id;
  }

  async function ended(http: PatientClient, id: string): Promise<ImportAnswer> {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(500)) {
      const { data } = (await http.call<ImportAnswer>('GET', `/vendor/product-imports/${id}`)).body;
      if (data.status !== 'pending' && data.status !== 'running') return data;
    }
    throw new GaveUp(`import ${id} did not end`);
  }

  return {
    name: 'imports',
    clients: 1,
    pauseMs: 1_000,

    async prepare(world) {
      for (const [index, size] of sizes.entries()) {
        const file = await fileOf(size, 100 + index);
        const { token, vendorId } = await createVendor(world.container);
        const http = world.api.as(token);
        const { status, rows, failed } = await ended(http, await send(world, http, file));
        if (status !== 'completed') throw new Error(`an import that nobody disturbed is ${status}`);
        samples.push({ file, rows, failed, ...(await catalogOf(world, vendorId)) });
      }
    },

    async round(world, random: Random) {
      const sample = random.pick(samples);
      const { token, vendorId } = await patiently(() => createVendor(world.container));
      const http = world.api.as(token);
      imported.push({ vendorId, sample });
      const times = random.chance(0.4) ? 2 : 1;
      for (let time = 0; time < times; time += 1) {
        const { id, status, rows, failed, error } = await ended(http, await send(world, http, sample.file));
        if (status !== 'completed') throw new Error(`import ${id} is ${status}: ${error}`);
        if (rows !== sample.rows || failed !== sample.failed)
          throw new Error(
            `import ${id} read ${rows} rows (${failed} bad), not ${sample.rows} (${sample.failed})`,
          );
      }
    },

    async later({ container: { gateway } }) {
      // Files whose upload was cut off go a day later.
      await gateway.start(sweepUploads, { olderThanHours: 0 });
    },

    async check(world) {
      return [await sameCatalogs(world, imported), await allEnded(world), await noFileIsLeft(world)];
    },
  };
}

async function noFileIsLeft({ container: { storage } }: World): Promise<Finding> {
  const left: string[] = [];
  for await (const { key } of storage.list(UPLOADS)) left.push(key);
  return finding('no product file is left of uploads that broke off', 1, left);
}

/** Bad rows, and rows of some products once more at the end of the file. */
async function fileOf(size: (typeof sizes)[number], seed: number): Promise<Buffer> {
  const chunks = (await productCsv({ ...size, seed, badProductEvery: 9 }).toArray()) as Buffer[];
  const text = Buffer.concat(chunks).toString('utf8');
  // A row ends at the line break before the next handle; cells hold line breaks too.
  const rows = text.split(/\r\n(?=product-)/);
  const last = rows.at(-1)?.replace(/\r\n$/, '') ?? '';
  const again = rows.slice(1, 1 + size.variantsPerProduct * 5);
  return Buffer.from([...rows.slice(0, -1), last, ...again].join('\r\n') + '\r\n');
}

async function catalogOf({ container: { knex } }: World, vendorId: string) {
  const { rows } = await knex.raw<{ rows: { products: number; variants: number; pieces: number }[] }>(
    `select (select count(*) from products where vendor_id = :vendorId)::int as products,
       (select count(*) from products_variants where vendor_id = :vendorId)::int as variants,
       (select coalesce(sum(on_hand), 0) from inventory_levels where vendor_id = :vendorId)::int as pieces`,
    { vendorId },
  );
  const [counted] = rows;
  if (!counted) throw new Error('The catalog could not be counted');
  return counted;
}

async function sameCatalogs(
  world: World,
  imported: readonly { vendorId: string; sample: Sample }[],
): Promise<Finding> {
  const problems: string[] = [];
  for (const { vendorId, sample } of imported) {
    const is = JSON.stringify(await catalogOf(world, vendorId));
    const { products, variants, pieces } = sample;
    const due = JSON.stringify({ products, variants, pieces });
    if (is !== due) problems.push(`the catalog of vendor ${vendorId} is ${is}, not ${due}`);
  }
  return finding('an import that was disturbed makes the same catalog', imported.length, problems);
}

async function allEnded({ container: { knex } }: World): Promise<Finding> {
  const rows = (await knex('product_imports').select('id', 'status', 'error')) as { id: string; status: string; error: string | null }[]; // prettier-ignore
  const open = rows.filter(({ status }) => status !== 'completed');
  return finding(
    'every import has ended well',
    rows.length,
    open.map(({ id, status, error }) => `import ${id} is ${status}: ${error ?? ''}`),
  );
}
