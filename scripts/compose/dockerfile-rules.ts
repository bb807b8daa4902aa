interface Instruction {
  name: string;
  rest: string;
}

/** Instructions with their continued lines joined; comments left out. */
function instructionsOf(text: string): Instruction[] {
  return text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [name = '', ...rest] = line.split(/\s+/);
      return { name: name.toUpperCase(), rest: rest.join(' ') };
    });
}

/**
 * What is wrong with a Dockerfile, a line each: what it copies and runs has to be there, its images end as a user who is
 * not root, its bases are pinned, and it holds no secret.
 * @param exists whether a path of the project exists; `dist/…` once it is built
 * @param sent whether `.dockerignore` lets a path into the build
 */
export function dockerfileProblems(
  text: string,
  exists: (path: string) => boolean,
  sent: (path: string) => boolean,
): string[] {
  const instructions = instructionsOf(text);
  const args = new Map(
    instructions.filter(({ name }) => name === 'ARG').map(({ rest }) => rest.split('=') as [string, string]),
  );
  const problems: string[] = [];
  const stages = new Map<string, Stage>();
  let current: Stage = { user: 'root', has: new Set() };

  for (const { name, rest } of instructions) {
    if (name === 'FROM') {
      const [image = '', , stage] = rest.split(/\s+/);
      const full = image.replace(/\$\{(\w+)\}/g, (_all, arg: string) => args.get(arg) ?? '');
      if (!stages.has(image) && !/:\d+\.\d+\.\d+/.test(full))
        problems.push(`the base ${full} is not pinned to a version`);
      if (!stages.has(image) && !/^\$\{\w+\}$/.test(image))
        problems.push(`the base ${image} is not one ARG: a release could not pin its digest`);
      const parent = stages.get(image);
      current = { user: parent?.user ?? 'root', has: new Set(parent?.has), isImage: false };
      stages.set(stage ?? String(stages.size), current);
    } else if (name === 'USER') current.user = rest;
    else if (name === 'COPY') problems.push(...copyProblems(rest, stages, exists, sent));
    else if (name === 'ADD') problems.push('ADD fetches and unpacks: use COPY');
    else if ((name === 'ENV' || name === 'ARG') && /\b\w*(SECRET|PASSWORD|TOKEN|_KEY)\w*=\S/.test(rest))
      problems.push(`${name} holds a secret, which stays in the image: ${rest.split('=')[0]}`);
    if (name === 'CMD') current.isImage = true;
    current.has.add(name);
    if (name === 'RUN' && /\bnpm (ci|install|i)\b/.test(rest) && !rest.includes('--ignore-scripts'))
      problems.push('RUN lets packages run their install scripts: add --ignore-scripts to npm ci');
    if (['CMD', 'ENTRYPOINT', 'RUN', 'HEALTHCHECK'].includes(name)) {
      for (const [, file = ''] of rest.matchAll(/((?:dist|docker|scripts)\/[\w./-]+\.m?js)/g))
        if (!exists(file)) problems.push(`${name} runs ${file}, which there is not`);
    }
  }
  return [...problems, ...imageProblems(stages)];
}

/** A stage, with what it takes over from the stage that it is made of. */
interface Stage {
  user: string;
  has: Set<string>;
  /** What has a command is run; the others are only copied from. */
  isImage?: boolean;
}

function imageProblems(stages: ReadonlyMap<string, Stage>): string[] {
  const images = [...stages].filter(([, { isImage }]) => isImage);
  if (images.length === 0) return ['there is no CMD'];
  return images.flatMap(([name, { user, has }]) => [
    ...(/^(root|0)(:|$)/.test(user) ? [`${name} ends as root: USER has to be another one`] : []),
    ...(has.has('HEALTHCHECK') ? [] : [`${name} has no HEALTHCHECK`]),
  ]);
}

function copyProblems(
  rest: string,
  stages: ReadonlyMap<string, Stage>,
  exists: (path: string) => boolean,
  sent: (path: string) => boolean,
): string[] {
  const from = /--from=(\S+)/.exec(rest)?.[1];
  if (from !== undefined) return stages.has(from) ? [] : [`COPY --from=${from}: there is no such stage`];
  const sources = rest
    .split(/\s+/)
    .filter((word) => !word.startsWith('--'))
    .slice(0, -1);
  return sources.flatMap((path) => {
    if (!exists(path)) return [`COPY ${path}: there is no such file`];
    return sent(path) ? [] : [`COPY ${path}: .dockerignore keeps it out of the build`];
  });
}

/** Which paths a `.dockerignore` of this form (`*`, then `!path` lines) lets in. */
export function sentByDockerignore(text: string): (path: string) => boolean {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  if (!lines.includes('*')) return () => true;
  return (path) => allowed.some((item) => path === item || path.startsWith(`${item}/`));
}
