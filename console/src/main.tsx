import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import 'uplot/dist/uPlot.min.css';
import './style.css';
import './common-components.js';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ApiError } from 'haat-client';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { shareWithTag } from './lib/edit-tag.js';
import { PageLoader } from './shell/page-loader.js';
import { router } from './shell/routes.js';
import { theme } from './shell/theme.js';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The client itself repeats what may succeed the next time.
      retry: false,
      structuralSharing: shareWithTag,
      refetchOnWindowFocus: (query) =>
        !(query.state.error instanceof ApiError && query.state.error.status < 500),
    },
  },
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" />
        <Suspense fallback={<PageLoader />}>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
