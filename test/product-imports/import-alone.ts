import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledTest } from '../_support/compiled-tests.mjs';
import { createTestDatabase } from '../_support/database.js';

/** What a process that imported a generated file says of it. */
export interface LoneImport {
  rowsRead: number;
  productsCreated: number;
  rowsFailed: number;
  seconds: number;
  /** CPU time of the process, without the database. */
  cpuSeconds: number;
  /** The most that lived behind any batch, after garbage collection. */
  heapMb: number;
  rssMb: number;
}

const script = compiledTest(join(import.meta.dirname, 'fixtures', 'import-alone.ts'));

/**
 * Imports generated files, one for each number of products, in their own process and database, so that nobody
 * else's memory is measured.
 */
export async function importAlone<const Products extends readonly number[]>(
  products: Products,
  variantsPerProduct: number,
): Promise<{ [file in keyof Products]: LoneImport }> {
  const database = await createTestDatabase();
  const storageDir = await mkdtemp(join(tmpdir(), 'haat-import-'));
  try {
    const args = ['--expose-gc', script, variantsPerProduct, ...products];
    const environment = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      DATABASE_URL: database.url,
      STORAGE_DIR: storageDir,
    };
    const output = await run(args.map(String), environment);
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as never;
  } finally {
    await database.drop();
    await rm(storageDir, { recursive: true, force: true });
  }
}

function run(args: string[], environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let problems = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(problems))));
  });
}
