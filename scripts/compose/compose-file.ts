export interface Service {
  image?: string;
  build?: unknown;
  pull_policy?: string;
  environment?: Record<string, unknown>;
  depends_on?: Record<string, { condition?: string }>;
  healthcheck?: Record<string, unknown> & { test?: string[]; disable?: boolean };
  stop_grace_period?: string;
  volumes?: string[];
  command?: string[];
  expose?: (string | number)[];
  networks?: Record<string, { aliases?: string[] } | null>;
}

export interface ComposeFile {
  services?: Record<string, Service>;
  volumes?: Record<string, unknown>;
}

/** Names of the services that run the platform's own image: those that build one, and those that take it. */
export function ownServices({ services = {} }: ComposeFile): Set<string> {
  const built = new Set(
    Object.values(services)
      .filter(({ build }) => build !== undefined)
      .map(({ image }) => image),
  );
  const own = Object.entries(services).filter(
    ([, { build, image }]) => build !== undefined || (image !== undefined && built.has(image)),
  );
  return new Set(own.map(([name]) => name));
}

/**
 * An image is built by one service and taken by the others. Builds run at the same time, so of two that make the same
 * image the second fails ("already exists") where it was not there before: on every new machine.
 */
export function buildProblems(file: ComposeFile): string[] {
  const services = Object.entries(file.services ?? {});
  const builders = new Map<string, string>();
  const twice = services.flatMap(([name, { build, image }]) => {
    if (build === undefined) return [];
    const made = image ?? JSON.stringify(build);
    const other = builders.get(made);
    builders.set(made, other ?? name);
    return other === undefined
      ? []
      : [`${name}: builds ${made}, as ${other} does: one of them has to, alone`];
  });
  const pulled = services.filter(
    ([, { build, image = '', pull_policy }]) =>
      build === undefined && builders.has(image) && pull_policy !== 'never',
  );
  return [
    ...twice,
    ...pulled.map(
      ([name, { image }]) =>
        `${name}: takes ${image ?? ''}, which is built here: pull_policy has to be never`,
    ),
  ];
}
