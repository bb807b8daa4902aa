import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { Guarded } from '../generic/forbidden.js';
import { merchandiseRoutes } from './merchandise-routes.js';
import { reloadOnce } from './new-version.js';
import { PageLoader } from './page-loader.js';

const pages = merchandiseRoutes.map(({ load, ...route }) => ({
  ...route,
  View: lazy(async () => ({ default: (await load().catch(reloadOnce)).Page })),
}));

const GenericPage = lazy(async () => ({
  default: (await import('../generic/generic-page.js').catch(reloadOnce)).Page,
}));

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
