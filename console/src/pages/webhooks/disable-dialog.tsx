import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useAct } from '../../generic/use-act.js';
import { callAny } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import type { Endpoint, Operations } from './side.js';

/** Disables an endpoint by hand, after it was said what that means. */
export function DisableDialog({
  operations,
  endpoint: { id },
  close,
}: {
  operations: Operations;
  endpoint: Endpoint;
  close: () => void;
}) {
  const { act, busy, error } = useAct();
  const disable = async () => {
    await callAny(operations.update, { path: { endpointId: id }, body: { enabled: false } });
    close();
  };
  return (
    <Modal opened onClose={close} title="Disable the endpoint" centered>
      <Stack>
        <Text size="sm">
          Nothing is sent to it until somebody enables it. Its events are held meanwhile: for three days, and
          at most 10,000.
        </Text>
        {error !== null && <ErrorView error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button color="red" loading={busy} onClick={() => void act(disable, 'The endpoint is disabled')}>
            Disable
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
