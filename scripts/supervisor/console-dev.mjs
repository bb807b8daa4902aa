import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { consolePage } from './console-page.mjs';
import { consolePluginsModule, MODULE } from './console-plugins.mjs';
import { inProject } from './paths.mjs';

/** What pages of plugins share with the console, wherever they lie. */
const shared = [
  'react',
  'react-dom',
  'react-router',
  '@mantine/core',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tanstack/react-query',
];

/** The page of the console, and the module that names the pages of plugins. */
function pagesAndPlugins(plugins) {
  return {
    name: 'haat-console',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? consolePluginsModule(plugins) : undefined),
    configureServer: (server) => () => {
      server.middlewares.use((request, response, next) => {
        // What has an extension is a file, and a file that is not there is no page.
        if (request.method !== 'GET' || /\.[^/]*$/.test(request.url.split('?')[0])) return next();
        const html = consolePage({ main: '/src/main.tsx', scheme: '/src/colour-scheme.ts' });
        server
          .transformIndexHtml(request.originalUrl, html)
          .then((text) => response.setHeader('content-type', 'text/html').end(text))
          .catch(next);
      });
    },
  };
}

/**
 * Serves the console from its sources under `npm run dev`: a saved file is in the open page at once, which keeps its state.
 * It holds the address of the API and passes on to it whatever is not the console, so that both are one origin.
 * @param {object} options
 * @param {number} options.port
 * @param {string} [options.host]
 * @param {number} options.api port of the API on the loopback address
 * @param {string} options.publicUrl what browsers call this address
 * @param {import('./plugins.mjs').Plugin[]} options.plugins
 * @param {(line: string) => void} options.say
 * @param {string} [options.folder] where `console` and `client` lie; a test has its own
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 * @throws the system's error when the port is in use
 */
export async function serveConsoleSources({
  port,
  host,
  api,
  publicUrl,
  plugins,
  say,
  folder = inProject(),
}) {
  const { createLogger, createServer } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const cacheDir = join(folder, '.cache', 'console-dev');
  const logger = createLogger('warn');
  const http = createHttpServer();
  const server = await createServer({
    configFile: false,
    envDir: false,
    root: join(folder, 'console'),
    base: '/console/',
    appType: 'custom',
    publicDir: false,
    cacheDir,
    customLogger: {
      ...logger,
      info(message) {
        if (/page reload/.test(message)) say('changed: the console loads itself again');
        else if (/hmr update/.test(message)) say('changed: the console shows it');
      },
    },
    plugins: [react(), pagesAndPlugins(plugins)],
    resolve: {
      alias: {
        'haat-client': join(folder, 'client', 'src', 'index.ts'),
        'haat/console': join(folder, 'console', 'src', 'plugin.ts'),
      },
      dedupe: shared,
    },
    optimizeDeps: {
      entries: ['src/main.tsx', ...plugins.map((plugin) => join(plugin.folder, 'console', '**', '*.tsx'))],
    },
    server: {
      middlewareMode: { server: http },
      hmr: { server: http },
      // Other origins are refused or allowed by the API, whose responses pass through here.
      cors: false,
      allowedHosts: [new URL(publicUrl).hostname],
      fs: {
        allow: [
          join(folder, 'console'),
          join(folder, 'client'),
          realpathSync(inProject('node_modules')),
          cacheDir,
          ...plugins.map((plugin) => join(plugin.folder, 'console')),
        ],
      },
      proxy: {
        '^/(?!console(?:[/?]|$))': `http://127.0.0.1:${api}`,
        '^/console/declarations': `http://127.0.0.1:${api}`,
      },
    },
  });
  http.on('request', server.middlewares);
  http.listen(port, host);
  await once(http, 'listening').catch(async (error) => {
    await server.close();
    throw error;
  });
  return {
    port: http.address().port,
    async close() {
      http.close();
      http.closeAllConnections();
      await server.close();
    },
  };
}
