import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAnswering } from '../supervisor/ports.mjs';
import { keepProcess } from './keep-process.mjs';

/** The certificate of the authority that the proxy makes for itself. */
export const authorityFile = (dataDir) => join(dataDir, 'proxy', 'pki', 'authorities', 'local', 'root.crt');

/**
 * TLS in front of the APIs, each request to the next of those that are alive; streams are passed on as they come.
 * @param {{ port: number, dataDir: string, apis: readonly number[] }} options
 */
function configuration({ port, dataDir, apis }) {
  const folder = join(dataDir, 'proxy');
  return `{
  admin off
  auto_https disable_redirects
  skip_install_trust
  local_certs
  storage file_system ${JSON.stringify(folder)}
}
https://localhost:${port} {
  bind 127.0.0.1
  reverse_proxy ${apis.map((api) => `127.0.0.1:${api}`).join(' ')} {
    lb_policy round_robin
    lb_try_duration 5s
    health_uri /health/live
    health_interval 2s
    flush_interval -1
  }
}
`;
}

export function createProxy({ file, port, apis, context }) {
  const { dataDir } = context;
  const folder = join(dataDir, 'proxy');
  const config = join(folder, 'Caddyfile');
  mkdirSync(folder, { recursive: true });
  writeFileSync(config, configuration({ port, dataDir, apis }));
  return keepProcess({
    name: 'proxy',
    file,
    args: ['run', '--adapter', 'caddyfile', '--config', config],
    context,
    env: {},
    healthy: async () => existsSync(authorityFile(dataDir)) && (await isAnswering(port)),
  });
}
