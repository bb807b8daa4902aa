import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { benchNames } from '../../bench/bench-run.mjs';
import { percentiles } from '../../bench/load/latencies.mjs';
import { runLoad } from '../../bench/load/run-load.mjs';
import { table, target } from '../../bench/report.mjs';
import { cpuSeconds, memoryMb } from '../../bench/stand/process-usage.mjs';

interface Workload {
  defaults: Record<string, number | boolean | string>;
  run: unknown;
}

describe('every benchmark', () => {
  it.each(benchNames as string[])('%s says what it measures and can be run', async (name) => {
    const workload = (await import(`../../bench/workloads/${name}.mjs`)) as Workload;
    expect(typeof workload.run).toBe('function');
    for (const value of Object.values(workload.defaults))
      expect(['number', 'boolean', 'string']).toContain(typeof value);
  });

  it('an unknown one is refused with the names of all', async () => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '..', '..', 'scripts', 'bench.mjs'), 'everything'],
      { stdio: 'pipe' },
    );
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(1);
    expect(output).toContain('Which benchmark? One of: admin-orders, ');
  });
});

describe('the load driver', () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/broken' ? 500 : 200;
    response.end('{}');
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it('counts what got a response and how long it took', async () => {
    const job = { flow: 'get', data: { urls: [url], headers: {} }, connections: 2, seconds: 0.3 };
    const result = (await runLoad(job)) as {
      done: number;
      failed: number;
      milliseconds: { p50: number; p95: number };
    };
    expect(result.done).toBeGreaterThan(0);
    expect(result.failed).toBe(0);
    expect(result.milliseconds.p50).toBeLessThanOrEqual(result.milliseconds.p95);
  });

  it('begins units at a rate, whatever becomes of them', async () => {
    const data = { urls: [url], headers: {} };
    const result = (await runLoad({ flow: 'get', data, connections: 1, perSecond: 20, seconds: 0.5 })) as {
      done: number;
    };
    expect(result.done).toBe(10);
  });

  it('a failure is no result', async () => {
    const data = { urls: [`${url}/broken`], headers: {} };
    await expect(runLoad({ flow: 'get', data, connections: 1, seconds: 0.1 })).rejects.toThrow(
      'GET /broken responded with 500',
    );
  });
});

describe('what is reported', () => {
  it('percentiles', () => {
    expect(percentiles(Array.from({ length: 100 }, (_, index) => index + 1))).toEqual({
      p50: 51,
      p95: 96,
      p99: 100,
      most: 100,
    });
    expect(percentiles([])).toBeUndefined();
  });

  it('targets are met from their number on, or below it', () => {
    expect(target('rate', 30, { least: 30 }).met).toBe('yes');
    expect(target('time', 12, { most: 12, unit: 's' })).toEqual({
      target: 'time',
      limit: '< 12 s',
      measured: 12,
      met: 'NO',
    });
  });

  it('a table', () => {
    expect(
      table([
        { what: 'a', ms: 5 },
        { what: 'bcd', ms: 10 },
      ]),
    ).toBe('what  ms\na      5\nbcd   10');
  });

  it('the CPU time and memory of a process with those it started', () => {
    const roots = { me: process.pid };
    expect((cpuSeconds(roots) as { me: number }).me).toBeGreaterThan(0);
    expect((memoryMb(roots) as { me: number }).me).toBeGreaterThan(10);
  });
});
