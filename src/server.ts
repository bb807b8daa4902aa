import { createServer } from 'node:http';
import { createApp } from '#api/app.js';
import { ensureSuperAdmin } from '#api/access/ensure-super-admin.js';
import { createAccounts } from '#api/accounts/accounts.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#lib/container.js';
import { exitWithOneLine } from '#lib/exit.js';
import { onShutdown } from '#lib/shutdown.js';

/** The API process: configuration, container, HTTP. */
try {
  const config = parseConfig(process.env);
  const container = createContainer(config, { name: 'api' });
  await container.start();
  // The first administrator of a new installation; afterwards one look.
  await ensureSuperAdmin(container);
  const app = createApp(container, createAccounts(container));
  const server = createServer(
    { requestTimeout: 120_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 },
    app,
  );
  server.once('error', exitWithOneLine);
  server.listen(config.PORT, config.HOST, () => container.logger.info({ port: config.PORT }, 'API listens'));

  onShutdown(container.logger, config.SHUTDOWN_GRACE_SECONDS, async () => {
    // Refuse new connections, let requests end, then close what they used.
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    container.streams.closeAll();
    await closed;
    await container.stop();
  });
} catch (error) {
  exitWithOneLine(error);
}
