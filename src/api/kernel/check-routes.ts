import type { Permission } from '#domain/_shared/permission.js';
import type { Route } from './route.js';

/**
 * What is wrong with the declarations, one line each: shadowed routes, unknown permissions, admin routes without one,
 * path parameters that are not declared.
 */
export function routeProblems(routes: readonly Route[], permissions: ReadonlySet<Permission>): string[] {
  const problems: string[] = [];
  routes.forEach((route, index) => {
    const name = `${route.method.toUpperCase()} ${route.path}`;
    for (const permission of permissionsOf(route)) {
      if (permissions.has(permission)) continue;
      problems.push(
        `${name}: unknown permission ${permission}, declare it in the \`permissions\` of ` +
          `src/domain/${route.slug}/${route.slug}.feature.ts`,
      );
    }
    if (route.auth === 'admin' && !route.permission)
      problems.push(`${name}: an admin route needs a permission`);
    if (route.vendorRole && route.auth !== 'vendor')
      problems.push(`${name}: only a vendor route has a vendorRole`);
    const inPath = [...route.path.matchAll(/[:*](\w+)/g)].map((match) => match[1] ?? '');
    for (const param of inPath) {
      if (!(param in route.params))
        problems.push(`${name}: parameter :${param} names no entity that a feature declares`);
    }
    for (const param of Object.keys(route.params)) {
      if (!inPath.includes(param)) problems.push(`${name}: parameter ${param} is not in the path`);
    }
    for (const param of inPath) {
      if (/token|secret/i.test(param) && !route.secretParams?.includes(param))
        problems.push(`${name}: parameter :${param} would be logged, name it in secretParams`);
    }
    for (const param of route.secretParams ?? []) {
      if (!inPath.includes(param)) problems.push(`${name}: secret parameter ${param} is not in the path`);
    }
    if (route.kind === 'stream' && !route.frame)
      problems.push(`${name}: a stream needs the schema of a frame`);
    const shadow = routes.slice(0, index).find((earlier) => shadows(earlier, route));
    if (shadow) problems.push(`${name}: shadowed by ${shadow.path} of ${shadow.slug}`);
  });
  return problems;
}

function permissionsOf({ permission, alsoPermission }: Route): Permission[] {
  return [permission, alsoPermission?.permission].filter((item) => item !== undefined);
}

/** Whether `earlier` takes every request that `later` is meant for. */
function shadows(earlier: Route, later: Route): boolean {
  if (earlier.method !== later.method) return false;
  const first = earlier.path.split('/');
  const second = later.path.split('/');
  return (
    first.length === second.length &&
    first.every((part, index) => {
      const other = second[index] ?? '';
      return part.startsWith(':') ? true : part === other;
    })
  );
}
