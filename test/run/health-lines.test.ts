import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { readTroubles, watchTroubles } from '../../scripts/supervisor/health-lines.mjs';
import { eventually } from '../_support/eventually.js';

it('npm start prints what health names once, that workflow tasks fail, and that all parts work again', async () => {
  let health: object = { reasons: [], notices: [] };
  let failed = 1;
  let full = 0;
  let counted = true;
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/metrics' && !counted) response.destroy();
    else if (request.url === '/metrics')
      response.end(
        `# HELP x\ntemporal_workflow_task_execution_failed_total{workflow_type="followOrder"} ${failed}\nother{} 7\n` +
          `haat_disk_full_refusals{disk="database"} ${full}\nhaat_disk_full_refusals{disk="storage"} 0\n`,
      );
    else response.end(JSON.stringify(health));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines: string[] = [];
  const read = () => readTroubles({ healthUrl: `${url}/health/ready`, metricsUrl: `${url}/metrics` });
  const end = watchTroubles({ read, say: (line: string) => lines.push(line), intervalMs: 20 });
  try {
    await eventually(async () => expect(asked).toBeGreaterThan(3));
    health = {
      reasons: ['The file storage cannot be written'],
      notices: ['The mail queue has paused for 6 minutes'],
    };
    await eventually(async () => expect(lines).toHaveLength(2));
    health = {
      reasons: ['The file storage cannot be written'],
      notices: ['The mail queue has paused for 7 minutes'],
    };
    failed = 4;
    await eventually(async () => expect(lines).toHaveLength(3));
    // Counts that cannot be read for a moment are no new failures afterwards.
    counted = false;
    const before = asked;
    await eventually(async () => expect(asked).toBeGreaterThan(before + 3));
    counted = true;
    const after = asked;
    await eventually(async () => expect(asked).toBeGreaterThan(after + 3));
    expect(lines).toHaveLength(3);
    health = { reasons: [], notices: [] };
    await eventually(async () => expect(lines).toHaveLength(4));
    full = 2;
    await eventually(async () => expect(lines).toHaveLength(5));
    expect(lines).toEqual([
      'The file storage cannot be written',
      'The mail queue has paused for 6 minutes',
      '3 workflow tasks failed: the log of the worker names the workflows',
      'all parts work again',
      'a disk is full: the worker could not write to the database or the file storage',
    ]);
  } finally {
    await end();
    server.close();
  }
});
