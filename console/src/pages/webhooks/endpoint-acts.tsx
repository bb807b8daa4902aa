import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { number } from '../../lib/format.js';
import { DisableDialog } from './disable-dialog.js';
import { EndpointDialog } from './endpoint-dialog.js';
import { ShownSecret } from './shown-secret.js';
import { type Endpoint, type EndpointWithSecret, type Operations, useSide } from './side.js';

/** What can be done with an endpoint. */
export function EndpointActs({ operations, endpoint }: { operations: Operations; endpoint: Endpoint }) {
  const { mayManage } = useSide();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'disable' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const path = { endpointId: endpoint.id };
  const close = () => setOpen(null);
  if (!mayManage) return null;
  return (
    <Group gap="xs">
      {endpoint.state === 'enabled' ? (
        <ActButton
          operation={operations.test}
          path={path}
          label="Send a test event"
          text="An event webhook.test is sent, signed and retried like any other."
          done="The test event is on its way"
          onDone={({ data }) =>
            void navigate(`${operations.home}/deliveries/${(data as { deliveryId: string }).deliveryId}`)
          }
        />
      ) : (
        <EnableButtons operations={operations} endpoint={endpoint} />
      )}
      <Button size="sm" variant="default" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <ActButton
        operation={operations.rotate}
        path={path}
        label="Rotate the secret"
        text="There is a new secret, and both sign for 24 hours: exchange it at the receiver meanwhile."
        done="There is a new secret"
        onDone={({ data }) => setSecret((data as EndpointWithSecret).secret)}
      />
      {endpoint.state === 'enabled' && (
        <Button size="sm" variant="light" color="red" onClick={() => setOpen('disable')}>
          Disable
        </Button>
      )}
      <ActButton
        operation={operations.delete}
        path={path}
        label="Delete"
        danger
        text="Nothing more is sent to it, not even what waits, and its deliveries are deleted."
        done="The endpoint is deleted"
        onDone={() => void navigate(operations.home)}
      />
      {open === 'edit' && <EndpointDialog operations={operations} endpoint={endpoint} close={close} />}
      {open === 'disable' && <DisableDialog operations={operations} endpoint={endpoint} close={close} />}
      {secret !== null && (
        <ShownSecret
          secret={secret}
          text="The replaced secret signs as well for 24 hours."
          close={() => setSecret(null)}
        />
      )}
    </Group>
  );
}

/** Enables it; where events are held, the choice what becomes of them. */
function EnableButtons({
  operations,
  endpoint: { id, held },
}: {
  operations: Operations;
  endpoint: Endpoint;
}) {
  const act = { operation: operations.enable, path: { endpointId: id }, done: 'The endpoint is enabled' };
  if (held === 0)
    return (
      <ActButton
        {...act}
        label="Enable"
        variant="filled"
        fixed={{ held: 'send' }}
        text="Events are sent to it again from now on."
      />
    );
  const events = held === 1 ? 'the held event' : `${number(held)} held events`;
  return (
    <>
      <ActButton
        {...act}
        label={`Enable and send ${events}`}
        variant="filled"
        fixed={{ held: 'send' }}
        text="What was held is sent now, with its own webhook-id, and events are sent again from now on."
      />
      <ActButton
        {...act}
        label={`Enable and drop ${events}`}
        danger
        fixed={{ held: 'drop' }}
        text="What was held is deleted and never sent. Events are sent again from now on."
      />
    </>
  );
}
