interface Parameter {
  in?: string;
  name?: string;
  $ref?: string;
}

interface Described {
  paths?: object | undefined;
  components?: { parameters?: Record<string, object> } | undefined;
}

/** Fewer would not pay for what stands among the components. */
const LEAST_USES = 3;

/** The lists of parameters of all operations. */
function parameterLists({ paths }: Described): Parameter[][] {
  const operations = Object.values(paths ?? {}) as Record<string, { parameters?: Parameter[] }>[];
  return operations.flatMap((methods) =>
    Object.values(methods).flatMap(({ parameters }) => (parameters ? [parameters] : [])),
  );
}

/**
 * Has operations refer to a parameter that several of them take: the most used of each place and name is
 * `query.limit` among the components. One of the same name with other bounds stays where it is.
 */
export function shareParameters(document: Described): void {
  const uses = new Map<string, Map<string, number>>();
  for (const parameter of parameterLists(document).flat()) {
    const texts = uses.get(`${parameter.in}.${parameter.name}`) ?? new Map<string, number>();
    const text = JSON.stringify(parameter);
    uses.set(`${parameter.in}.${parameter.name}`, texts.set(text, (texts.get(text) ?? 0) + 1));
  }
  const shared = new Map<string, string>();
  for (const [key, texts] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [most] = [...texts].sort((a, b) => b[1] - a[1]);
    // The brackets of `filters[]` may not stand in the name of a component.
    if (most && most[1] >= LEAST_USES) shared.set(most[0], key.replace(/[^\w.-]/g, ''));
  }
  document.components = {
    ...document.components,
    parameters: Object.fromEntries([...shared].map(([text, key]) => [key, JSON.parse(text) as object])),
  };
  for (const parameters of parameterLists(document))
    for (const [index, parameter] of parameters.entries()) {
      const key = shared.get(JSON.stringify(parameter));
      if (key !== undefined) parameters[index] = { $ref: `#/components/parameters/${key}` };
    }
}

/** A parameter itself, whether it stands with its operation or among the components. */
export function parameterOf<T extends object>(
  parameter: T | { $ref: string },
  components: { parameters?: Record<string, unknown> } | undefined,
): T {
  if (!('$ref' in parameter)) return parameter;
  return components?.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] as T;
}
