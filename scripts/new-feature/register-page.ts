import { readFileSync, writeFileSync } from 'node:fs';

/** The page of everything, before which pages of single features stand. */
const NEXT = "            { path: 'admin', ...lazy(";

/**
 * Adds the page of a feature to the routes of the console, in place of its generic list.
 * @param file `console/src/shell/routes.tsx`
 * @param operation whose permission the page needs
 * @returns false where the routes are written in another way, for a person to add it
 */
export function registerPage(file: string, slug: string, operation: string): boolean {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(NEXT)) return false;
  const route = `            {
              path: 'admin/${slug}',
              ...lazy(() => import('../pages/${slug}/${slug}-page.js'), '${operation}'),
            },\n`;
  writeFileSync(
    file,
    text.replace(NEXT, () => `${route}${NEXT}`),
  );
  return true;
}
