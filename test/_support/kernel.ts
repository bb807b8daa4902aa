import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContainer, type Container } from '#runtime/container.js';
import { systemContext } from '#domain/_shared/context.js';
import { createTestDatabase } from './database.js';
import { testConfig } from './platform-config.js';

/** The container alone, on its own database: for tests below the API. */
export interface TestKernel {
  container: Container;
  ctx: ReturnType<typeof systemContext>;
  stop(): Promise<void>;
}

export async function startKernel(environment: Record<string, string> = {}): Promise<TestKernel> {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'haat-kernel-'));
  const container = await createContainer(await testConfig(database.url, folder, environment), {
    name: 'test',
  });
  await container.start();
  return {
    container,
    ctx: systemContext({ name: 'test' }, new Date()),
    async stop() {
      await container.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
