import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { declarationsQuery, useDeclarations } from '../lib/declarations.js';
import { SessionContext, useSessionQuery } from '../lib/session.js';
import { AccountMenu } from './account-menu.js';
import { EngineBanner } from './engine-banner.js';
import { ErrorView } from './error-view.js';
import { Icon } from './icon.js';
import { Navigation } from './navigation.js';
import { pageLoaded } from './new-version.js';
import { PageLoader } from './page-loader.js';
import { prepareQuickSearch, openQuickSearch, QuickSearchOnDemand } from './quick-search-on-demand.js';
import { part } from './part.js';
import { useStartAddress } from './start-address.js';
import { SupportBanner } from './support-banner.js';
import { StepUp } from './step-up.js';

// Who is signed in already loads none of it.
const SignedOut = part(() => import('./signed-out.js').then(({ SignedOut }) => SignedOut));
const EnterCode = part(() => import('./second-factor-steps.js').then(({ EnterCode }) => EnterCode));
const MustEnrol = part(() => import('./second-factor-steps.js').then(({ MustEnrol }) => MustEnrol));

/** What stands around every page; without a session the sign-in, at the same address. */
export function Shell() {
  const session = useSessionQuery();
  // Waited for here: React would keep a fallback that it has once shown for 300 ms.
  const declarations = useQuery(declarationsQuery);
  if (session.isPending || declarations.isLoading) return <PageLoader />;
  if (session.isLoadingError) return <ErrorView error={session.error} retry={() => void session.refetch()} />;
  const goOn = () => void session.refetch();
  if (!session.data) return <SignedOut onDone={goOn} />;
  if (session.data === 'code') return <EnterCode onDone={goOn} />;
  if (session.data === 'enrol') return <MustEnrol onDone={goOn} />;
  return (
    <SessionContext value={session.data}>
      <Frame />
      <StepUp />
    </SessionContext>
  );
}

function Frame() {
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const { store } = useDeclarations();
  const start = useStartAddress();
  useEffect(() => {
    close();
    pageLoaded();
    window.scrollTo(0, 0);
  }, [pathname, close]);
  if (start !== undefined) return <Navigate to={start} replace />;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="lg"
    >
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Text component={Link} to="/" fw={700} c="inherit" td="none" truncate>
              {store.name}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SearchButton />
            <SchemeButton />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main>
        <div className="page">
          <EngineBanner />
          <SupportBanner />
          <Suspense fallback={<PageLoader />}>
            <Outlet />
          </Suspense>
        </div>
      </AppShell.Main>
      <QuickSearchOnDemand />
    </AppShell>
  );
}

function SearchButton() {
  const wide = useMediaQuery('(min-width: 48em)');
  return (
    <UnstyledButton
      onClick={openQuickSearch}
      onPointerEnter={prepareQuickSearch}
      aria-label={wide ? undefined : 'Search'}
      px="sm"
      py={6}
      bd="1px solid var(--mantine-color-default-border)"
      style={{ borderRadius: 8 }}
    >
      <Group gap="xs" wrap="nowrap">
        <Icon name="search" />
        {wide && (
          <Text size="sm" c="dimmed">
            Search <small>Ctrl K</small>
          </Text>
        )}
      </Group>
    </UnstyledButton>
  );
}

function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`Use the ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      <Icon name={scheme === 'dark' ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}
