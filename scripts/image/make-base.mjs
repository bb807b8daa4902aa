import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PlainError } from '../supervisor/plain-error.mjs';
import { runCommand } from '../supervisor/processes.mjs';
import { onPath } from '../supervisor/temporal-binary.mjs';

/** The certificates that this machine trusts beside those of Debian; its registries may need them. */
const CERTIFICATES = '/usr/local/share/ca-certificates';
/** As in the slim images of Debian. */
const LEFT_OUT = [
  '/usr/share/doc/*',
  '/usr/share/man/*',
  '/usr/share/info/*',
  '/usr/share/locale/*',
  '/usr/share/lintian/*',
];

async function run(command, args, options) {
  const { code, output } = await runCommand(command, args, options);
  if (code !== 0)
    throw new PlainError(`${command} ${args[0]}: ${output.trim().split('\n').slice(-3).join(' | ')}`);
  return output;
}

/** Node and npm from npm's packages, as `/usr/local` of the base has them. */
async function layOutNode(folder, version) {
  const machine = { x64: 'x64', arm64: 'arm64' }[process.arch];
  await run(
    'npm',
    ['pack', '--silent', '--pack-destination', folder, `node-linux-${machine}@${version}`, 'npm@11'],
    {
      cwd: folder,
    },
  );
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
    const into = join(folder, file.startsWith('npm-') ? 'npm' : 'node');
    mkdirSync(into);
    await run('tar', ['-xzf', join(folder, file), '-C', into, '--strip-components=1']);
    rmSync(join(folder, file));
  }
}

const containerfile = `FROM scratch
ADD base.tar /
COPY node/bin/node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && chmod 755 /usr/local/bin/node /usr/local/lib/node_modules/npm/bin/npm-cli.js \\
  && groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node
COPY certificates ${CERTIFICATES}
RUN update-ca-certificates
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
CMD ["node"]
`;

/** What has to be on this machine to make a base. */
export const missingForBase = (env) =>
  ['mmdebstrap', 'npm', 'tar'].filter((name) => onPath(name, env) === undefined);

/**
 * Makes a base of Debian's packages and npm's Node, for machines that cannot pull one: to check with, not to release. It
 * trusts the certificates that this machine trusts.
 * @param {{ builder: string, image: string, version: string, say: (line: string) => void }} options `version` of Node
 */
export async function makeBase({ builder, image, version, say }) {
  const folder = mkdtempSync(join(tmpdir(), 'haat-base-'));
  try {
    say(`making a base of Debian's packages and Node ${version}`);
    await run('mmdebstrap', [
      '--variant=minbase',
      '--mode=root',
      '--include=ca-certificates,usr-is-merged',
      '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
      '--aptopt=APT::Install-Recommends "false"',
      ...LEFT_OUT.map((path) => `--dpkgopt=path-exclude=${path}`),
      'bookworm',
      join(folder, 'base.tar'),
    ]);
    await layOutNode(folder, version);
    mkdirSync(join(folder, 'certificates'));
    if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(folder, 'certificates'), { recursive: true });
    writeFileSync(join(folder, 'Containerfile'), containerfile);
    const options = builder === 'buildah' ? ['bud', '--isolation', 'chroot', '--network', 'host'] : ['build'];
    await run(
      builder,
      [...options, '--format', 'docker', '-t', image, '-f', join(folder, 'Containerfile'), folder],
      {
        cwd: dirname(folder),
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
