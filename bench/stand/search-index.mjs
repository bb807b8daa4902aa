import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { inProject } from '../../scripts/supervisor/paths.mjs';
import { cpuSeconds, memoryMb } from './process-usage.mjs';

const TABLE = 'search_docs_products_v1';

/** Rebuilds the index over all products, looking at the worker's memory meanwhile. */
export async function reindex(stand, headers) {
  const before = cpuSeconds(stand.pids);
  const response = await fetch(`${stand.url}/admin/search/reindex`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  if (response.status !== 202) throw new Error(`The reindex was refused: ${await response.text()}`);
  const { runId } = (await response.json()).data;
  const memory = [];
  for (;;) {
    await sleep(250);
    memory.push(Math.round(memoryMb({ worker: stand.pids.worker }).worker));
    const [run] = await stand.query('select * from search_runs where id = $1', [runId]);
    if (run.state === 'pending' || run.state === 'running') continue;
    if (run.state !== 'completed' || Number(run.failed) > 0)
      throw new Error(`The run is ${run.state}, ${run.failed} failed: ${run.error}`);
    const products = Number(run.indexed);
    const seconds = (run.finished_at - run.started_at) / 1000;
    const used = cpuSeconds(stand.pids);
    const half = Math.floor(memory.length / 2);
    return {
      products,
      seconds,
      perSecond: products / seconds,
      memory,
      ofFirstHalf: Math.max(...memory.slice(half)) / Math.max(...memory.slice(0, half), 1),
      cpu: Object.fromEntries(
        Object.keys(used).map((part) => [part, Math.round((used[part] - before[part]) * 10) / 10]),
      ),
    };
  }
}

/** Loads the documents once more by `COPY` into an empty table with the same indexes: the least that it can cost. */
export async function copyDocuments(stand) {
  const [{ data_directory: folder }] = await stand.query('show data_directory');
  const file = `${folder}/bench-documents.copy`;
  await stand.query(`copy ${TABLE} to '${file}'`);
  await stand.query(`create table bench_documents (like ${TABLE} including all)`);
  const began = performance.now();
  await stand.query(`copy bench_documents from '${file}'`);
  const seconds = (performance.now() - began) / 1000;
  const [{ count }] = await stand.query('select count(*)::integer as count from bench_documents');
  await stand.query('drop table bench_documents');
  rmSync(file);
  return { documents: count, seconds, perSecond: count / seconds };
}

/** What a reconcile with nothing to do costs Postgres, in milliseconds. */
export async function idleReconcile(stand, times = 10) {
  const entry = inProject('dist', 'bench', 'processes', 'reconcile-index.js');
  const child = spawn(process.execPath, [entry, String(times)], {
    env: stand.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('The reconcile ended early');
      // The log goes the same way.
      const said = value.startsWith('{') ? JSON.parse(value) : {};
      if (said.ready || said.times) return said;
    }
  };
  await next();
  const before = cpuSeconds({ postgres: stand.pids.postgres }).postgres;
  child.stdin.write('again\n');
  const { requested } = await next();
  const used = cpuSeconds({ postgres: stand.pids.postgres }).postgres - before;
  child.stdin.end();
  await once(child, 'exit');
  return { requested, milliseconds: (used * 1000) / times };
}

/**
 * How long a changed price takes until a search finds it, in milliseconds, one change after the other.
 * @param {Record<string, string>} headers those of a vendor
 */
export async function freshness(stand, headers, changes = 20) {
  const response = await fetch(`${stand.url}/vendor/profile`, { headers });
  const { data: vendor } = await response.json();
  const products = await stand.query(
    `select p.id, p.slug, array_agg(v.id) as variants from products p
     join products_variants v on v.product_id = p.id and v.deleted_at is null
     where p.vendor_id = $1 and p.status = 'active' and p.visibility = 'public' and p.published_at <= now()
       and p.deleted_at is null
     group by p.id having bool_and(v.special_price is null and not v.detached) order by p.id limit 50`,
    [vendor.id],
  );
  const delays = [];
  for (let n = 0; n < changes; n += 1) {
    const { id, slug, variants } = products[n % products.length];
    const price = 1_000_001 + n;
    const began = performance.now();
    for (const variant of variants) {
      const changed = await fetch(`${stand.url}/vendor/products/${id}/variants/${variant}`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ price }),
      });
      if (changed.status !== 200) throw new Error(`The price was refused: ${await changed.text()}`);
    }
    const query = new URLSearchParams({
      q: slug,
      minPrice: String(price),
      maxPrice: String(price),
      limit: '100',
    });
    for (;;) {
      const found = await fetch(`${stand.url}/store/product-search?${query}`);
      const { data } = await found.json();
      if (data.products.some((product) => product.id === id)) break;
      if (performance.now() - began > 30_000) throw new Error(`${slug} is not found at its new price`);
      await sleep(50);
    }
    delays.push(performance.now() - began);
  }
  delays.sort((a, b) => a - b);
  const at = (share) => Math.round(delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]);
  return { changes, p50: at(0.5), p95: at(0.95) };
}
