import { createServer } from 'node:http';
import { join } from 'node:path';
import { createShop } from './app.js';
import { readAssets } from './assets.js';
import { readSettings } from './settings.js';

/** Starts the shop. It ends with SIGTERM, and with the pipe of a parent that watches over it. */
const settings = readSettings(process.env, join(import.meta.dirname, 'assets'));
const server = createServer(createShop(settings, readAssets(settings.assets)));
server.listen(settings.port, settings.host, () =>
  console.log('shop ready', { url: settings.url, api: settings.apiUrl }),
);
server.once('error', (error) => {
  console.error(`shop failed: ${error.message}`);
  process.exit(1);
});

function stop(): void {
  server.close(() => process.exit(0));
  server.closeAllConnections();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
if (process.env['HAAT_PARENT_PIPE']) process.stdin.resume().once('end', stop);
