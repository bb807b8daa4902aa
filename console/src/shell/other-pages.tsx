import { lazy, Suspense } from 'react';
import { type LoaderFunction, matchRoutes, Route, Routes } from 'react-router';
import { Guarded } from '../generic/forbidden.js';
import { merchandiseRoutes } from './merchandise-routes.js';
import { reloadOnce } from './new-version.js';
import { PageLoader } from './page-loader.js';

const pages = merchandiseRoutes.map(({ load, ...route }) => ({
  ...route,
  View: lazy(async () => ({ default: (await load().catch(reloadOnce)).Page })),
}));

const loadGeneric = () => import('../generic/generic-page.js');
const GenericPage = lazy(async () => ({ default: (await loadGeneric().catch(reloadOnce)).Page }));

/**
 * Loads the chunk of an address before it is shown: React keeps a fallback that it has once shown for 300 ms.
 * A chunk that cannot be loaded fails again, with its message, where the page is drawn.
 */
export const loader: LoaderFunction = async ({ request }) => {
  const [match] =
    matchRoutes(
      merchandiseRoutes.map(({ path, load }) => ({ path, handle: load })),
      new URL(request.url).pathname,
      '/console',
    ) ?? [];
  const load = (match?.route.handle as (() => Promise<unknown>) | undefined) ?? loadGeneric;
  await load().catch(() => undefined);
  return null;
};

/** The pages of merchandisers, whose addresses the first page does not load; any other address is that of an operation. */
export function Page() {
  return (
    <Suspense fallback={<PageLoader />}>
      <Routes>
        {pages.map(({ path, operation, View }) => (
          <Route
            key={path}
            path={path}
            element={
              <Guarded operation={operation}>
                <View key={path} />
              </Guarded>
            }
          />
        ))}
        <Route path="*" element={<GenericPage />} />
      </Routes>
    </Suspense>
  );
}
