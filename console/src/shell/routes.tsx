import { type ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { reloadOnce } from './new-version.js';
import { RouteError } from './route-error.js';
import { Shell } from './shell.js';

/** A page in a chunk of its own. A chunk that is gone after a deploy reloads the page, once. */
function lazy(load: () => Promise<{ Page: ComponentType }>): Pick<RouteObject, 'lazy'> {
  return {
    lazy: async () => {
      const { Page } = await load().catch(reloadOnce);
      return { Component: Page };
    },
  };
}

/** Pages made by hand come first; every other address is the path of an operation, whose page is made of its declaration. */
export const router = createBrowserRouter(
  [
    {
      path: '/',
      element: <Shell />,
      errorElement: <RouteError />,
      children: [
        {
          errorElement: <RouteError />,
          children: [
            { index: true, ...lazy(() => import('../pages/home/home-page.js')) },
            { path: 'jobs', ...lazy(() => import('../pages/jobs/jobs-page.js')) },
            { path: 'jobs/:workflowId', ...lazy(() => import('../pages/jobs/job-page.js')) },
            { path: 'admin', ...lazy(() => import('../generic/all-lists-page.js')) },
            { path: 'account', ...lazy(() => import('../pages/account/account-page.js')) },
            { path: '*', ...lazy(() => import('../generic/generic-page.js')) },
          ],
        },
      ],
    },
  ],
  { basename: '/console' },
);
