import { Alert, Button, Stack, Text } from '@mantine/core';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorView } from './error-view.js';
import { NewVersion } from './new-version.js';

export function RouteError() {
  const error = useRouteError();
  if (error instanceof NewVersion)
    return (
      <Alert title="A new version is there" m="lg">
        <Stack align="flex-start">
          <Text size="sm">The console was updated while this page was open.</Text>
          <Button size="sm" onClick={() => location.reload()}>
            Load the new version
          </Button>
        </Stack>
      </Alert>
    );
  const shown = isRouteErrorResponse(error) ? new Error(error.statusText) : error;
  return <ErrorView error={shown} retry={() => location.reload()} />;
}
