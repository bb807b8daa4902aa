import { setTimeout as sleep } from 'node:timers/promises';
import { UPLOADS } from '#domain/product-imports/upload-key.js';
import { sweepUploads } from '#workflows/product-imports/product-imports.contract.js';
import { createVendor } from '../../../_support/vendors.js';
import { productCsv } from '../../../product-imports/fixtures/generate-products.js';
import type { ImportResponse } from '../../../product-imports/import-shop.js';
import { type Catalog, catalogOf, differenceOf } from '../checks/catalog.js';
import { RetriesExhausted, type RetryingClient } from '../clients/retrying-client.js';
import { withRetry } from '../clients/with-retry.js';
import { type Finding, finding } from '../finding.js';
import type { Flow, Fixtures } from '../flow.js';
import type { Random } from '../random.js';

const TIMEOUT_MS = 240_000;
const sizes = [
  { products: 60, variantsPerProduct: 3 },
  { products: 400, variantsPerProduct: 4 },
];

/** What a file makes of an empty catalog when nothing is hurt. */
interface Sample {
  file: Buffer;
  rows: number;
  failed: number;
  catalog: Catalog;
}

/** Vendors send product files: with bad rows, with rows that stand there twice, and the same file once more. */
export function createFlow(): Flow {
  const samples: Sample[] = [];
  const imported: { vendorId: string; sample: Sample }[] = [];
  /** Catalogs before and after the same file came again. */
  const again: { vendorId: string; before: Catalog; after: Catalog }[] = [];

  async function send(fixtures: Fixtures, http: RetryingClient, file: Buffer): Promise<string> {
    fixtures.points.reach('import');
    const form = (): FormData => {
      const data = new FormData();
      data.append('file', new Blob([new Uint8Array(file)]), 'products.csv');
      return data;
    };
    return (await http.call<ImportResponse>('POST', '/vendor/products/import', { form })).body.data.id;
  }

  async function ended(http: RetryingClient, id: string): Promise<ImportResponse> {
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(500)) {
      const { data } = (await http.call<ImportResponse>('GET', `/vendor/product-imports/${id}`)).body;
      if (data.status !== 'pending' && data.status !== 'running') return data;
    }
    throw new RetriesExhausted(`import ${id} did not end`);
  }

  return {
    name: 'imports',
    clients: 1,
    pauseMs: 1_000,
    points: ['import'],
    rest: { 'imports under way': `product_imports where status in ('pending', 'running')` },

    async prepare(fixtures) {
      for (const [index, size] of sizes.entries()) {
        const file = await fileOf(size, 100 + index);
        const { token, vendorId } = await createVendor(fixtures.container);
        const http = fixtures.api.as(token);
        const { status, rows, failed } = await ended(http, await send(fixtures, http, file));
        if (status !== 'completed') throw new Error(`an import that nobody disturbed is ${status}`);
        samples.push({ file, rows, failed, catalog: await catalogOf(fixtures, vendorId) });
      }
    },

    async round(fixtures, random: Random) {
      const sample = random.pick(samples);
      const { token, vendorId } = await withRetry(() => createVendor(fixtures.container));
      const http = fixtures.api.as(token);
      imported.push({ vendorId, sample });
      const times = random.chance(0.4) ? 2 : 1;
      let before: Catalog | undefined;
      for (let time = 0; time < times; time += 1) {
        const { id, status, rows, failed, error } = await ended(
          http,
          await send(fixtures, http, sample.file),
        );
        if (status !== 'completed') throw new Error(`import ${id} is ${status}: ${error}`);
        if (rows !== sample.rows || failed !== sample.failed)
          throw new Error(
            `import ${id} read ${rows} rows (${failed} bad), not ${sample.rows} (${sample.failed})`,
          );
        // Nobody else writes to this vendor.
        const after = await withRetry(() => catalogOf(fixtures, vendorId));
        if (before) again.push({ vendorId, before, after });
        before = after;
      }
    },

    async later({ container: { gateway } }) {
      // Files whose upload was cut off go a day later.
      await gateway.start(sweepUploads, { olderThanHours: 0 });
    },

    async check(fixtures) {
      return [await sameCatalogs(fixtures, imported), nothingChanged(again)];
    },

    invariants: async (fixtures) => [await allEnded(fixtures), await noFileIsLeft(fixtures)],
  };
}

async function noFileIsLeft({ container: { storage, knex } }: Fixtures): Promise<Finding> {
  const left: string[] = [];
  for await (const { key } of storage.list(UPLOADS)) left.push(key);
  const [{ count }] = (await knex('product_imports').count()) as [{ count: number }];
  return finding('no product file is left, nor of uploads that broke off', count, left);
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

async function sameCatalogs(
  fixtures: Fixtures,
  imported: readonly { vendorId: string; sample: Sample }[],
): Promise<Finding> {
  const problems: string[] = [];
  for (const { vendorId, sample } of imported) {
    const difference = differenceOf(await catalogOf(fixtures, vendorId), {
      ...sample.catalog,
      rows: undefined,
    });
    if (difference) problems.push(`the catalog of vendor ${vendorId} ${difference}`);
  }
  return finding('an import that was disturbed makes the same catalog', imported.length, problems);
}

function nothingChanged(again: readonly { vendorId: string; before: Catalog; after: Catalog }[]): Finding {
  const problems = again.flatMap(({ vendorId, before, after }) => {
    const difference = differenceOf(after, before);
    return difference ? [`the catalog of vendor ${vendorId} ${difference}`] : [];
  });
  // A short run may send no file twice.
  return finding('the same file again changes nothing', again.length, problems, { mayBeEmpty: true });
}

async function allEnded({ container: { knex } }: Fixtures): Promise<Finding> {
  const rows = (await knex('product_imports').select('id', 'status', 'error')) as {
    id: string;
    status: string;
    error: string | null;
  }[];
  const open = rows.filter(({ status }) => status !== 'completed');
  return finding(
    'every import has ended well',
    rows.length,
    open.map(({ id, status, error }) => `import ${id} is ${status}: ${error ?? ''}`),
  );
}
