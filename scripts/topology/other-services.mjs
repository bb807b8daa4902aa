import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { environmentHere } from './compose-services.mjs';
import { keepProcess, responds } from './keep-process.mjs';

const keep = (folder) => {
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** The S3 server with the arguments of the file, its port and folders those of this machine. */
export function createStorageService({ service, places, ports, file, context }) {
  const folder = join(context.dataDir, 's3');
  const args = service.command.map((word) => {
    if (word === ':7070') return `127.0.0.1:${ports[7070]}`;
    return word.startsWith('/data/') ? keep(join(folder, word.slice('/data/'.length))) : word;
  });
  return keepProcess({
    name: 's3',
    file,
    args,
    context,
    env: environmentHere(service.environment, places),
    healthy: () => responds(`http://127.0.0.1:${ports[7070]}/health`),
  });
}

export function createSearchService({ service, ports, file, context }) {
  const { TYPESENSE_API_KEY } = service.environment;
  const folder = keep(join(context.dataDir, 'typesense'));
  const address = ['--api-address', '127.0.0.1', '--api-port', String(ports[8108])];
  const peering = ['--peering-address', '127.0.0.1', '--peering-port', String(ports[8107])];
  return keepProcess({
    name: 'typesense',
    file,
    args: [...address, ...peering, '--data-dir', folder],
    context,
    env: { TYPESENSE_API_KEY },
    healthy: () => responds(`http://127.0.0.1:${ports[8108]}/health`),
  });
}

export function createMailService({ service, places, ports, smtpPort, file, context }) {
  const folder = keep(join(context.dataDir, 'mail'));
  return keepProcess({
    name: 'mailpit',
    file,
    args: [],
    context,
    env: {
      ...environmentHere(service.environment, places),
      MP_DATABASE: join(folder, 'mailpit.db'),
      MP_SMTP_BIND_ADDR: `127.0.0.1:${ports[smtpPort]}`,
      MP_UI_BIND_ADDR: `127.0.0.1:${ports[8025]}`,
      MP_DISABLE_VERSION_CHECK: 'true',
    },
    healthy: () => responds(`http://127.0.0.1:${ports[8025]}/readyz`),
  });
}
