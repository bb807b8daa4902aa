import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, memoryMb } from './process-usage.mjs';

/** Uploads a product file. @returns the id of its import */
export async function upload(stand, headers, file, name) {
  const form = new FormData();
  form.set('file', await openAsBlob(file), name);
  const response = await fetch(`${stand.url}/vendor/products/import`, {
    method: 'POST',
    headers,
    body: form,
  });
  if (response.status >= 300) throw new Error(`The upload got ${response.status}: ${await response.text()}`);
  return (await response.json()).data.id;
}

/** Imports a file of so many rows, `bad` of them with an error, looking at the worker's memory meanwhile. */
export async function importFile(stand, headers, { file, rows, group, bad = 0 }, say) {
  const before = cpuSeconds(stand.pids);
  const uploading = performance.now();
  const id = await upload(stand, headers, file, `${group}.csv`);
  const uploaded = (performance.now() - uploading) / 1000;
  const memory = [];
  for (let looked = 0; ; looked += 1) {
    await sleep(250);
    if (looked % 4 === 0) memory.push(Math.round(memoryMb({ worker: stand.pids.worker }).worker));
    const [row] = await stand.query('select * from product_imports where id = $1', [id]);
    if (looked % 240 === 239) say(`${row.rows_read} of ${rows} rows, the worker has ${memory.at(-1)} MB`);
    if (row.status === 'pending' || row.status === 'running') continue;
    if (row.status !== 'completed' || Number(row.rows_read) !== rows || Number(row.rows_failed) !== bad)
      throw new Error(
        `The import ended as ${row.status} with ${row.rows_read} rows, ${row.rows_failed} failed: ${row.error}`,
      );
    const seconds = (row.finished_at - row.started_at) / 1000;
    const used = cpuSeconds(stand.pids);
    const cpu = Object.fromEntries(
      Object.keys(used).map((part) => [part, Math.round((used[part] - before[part]) * 10) / 10]),
    );
    return { rows, uploaded, seconds, perSecond: rows / seconds, memoryMb: Math.max(...memory), memory, cpu };
  }
}
