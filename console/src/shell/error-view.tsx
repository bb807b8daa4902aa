import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { ApiError } from 'haat-client';
import { fieldLabel } from '../lib/format.js';

/** What went wrong, in the words of the API, with the id that its operator can look for in the logs. */
export function ErrorView({ error, retry }: { error: unknown; retry?: () => void }) {
  const api = error instanceof ApiError ? error : undefined;
  return (
    <Alert color="red" variant="light" title={titleOf(api)} role="alert">
      <Stack gap="xs">
        <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
        {api?.errors.map(({ path, message }) => (
          <Text key={`${path} ${message}`} size="sm">
            <b>{fieldLabel(path)}</b> {message}
          </Text>
        ))}
        <Group gap="xs">
          {retry && (
            <Button size="compact-sm" variant="light" color="red" onClick={retry}>
              Try again
            </Button>
          )}
          {api?.requestId && <RequestId id={api.requestId} />}
        </Group>
      </Stack>
    </Alert>
  );
}

function RequestId({ id }: { id: string }) {
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={copy} title={id}>
          {copied ? 'Copied' : 'Copy request ID'}
        </Button>
      )}
    </CopyButton>
  );
}

function titleOf(error: ApiError | undefined): string {
  if (!error) return 'Something went wrong';
  if (error.status === 403) return 'Not permitted';
  if (error.status === 404) return 'Not found';
  if (error.status === 400) return 'Please check what was entered';
  if (error.status === 503) return 'Not available at the moment';
  if (error.status === 0) return 'No connection';
  return 'That did not work';
}
