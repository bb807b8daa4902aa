import { readFileSync } from 'node:fs';
import { inProject } from '../supervisor/paths.mjs';

/**
 * The shell of the README's tour, block after block, as a reader pastes it, with these addresses.
 * @param {{ url: string, carrier: string }} addresses of the API and of the carrier's sandbox
 * @throws Error where the README has fewer blocks than the tour
 */
export function tourScript({ url, carrier }) {
  const readme = readFileSync(inProject('README.md'), 'utf8');
  const section = /## A tour in five minutes\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]);
  if (blocks.length < 5) throw new Error(`README.md has ${blocks.length} blocks of a tour`);
  return blocks
    .join('\n')
    .replace('API=http://localhost:4000', `API=${url}`)
    .replace('CARRIER=http://localhost:4101', `CARRIER=${carrier}`);
}
