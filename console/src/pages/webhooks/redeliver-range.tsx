import { Alert, Button, Checkbox, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { DateTimeInput } from '../../generic/date-time-input.js';
import { useAct } from '../../generic/use-act.js';
import { callAny } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { number } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import type { Endpoint, Operations } from './side.js';

interface Props {
  operations: Operations;
  endpoint: Endpoint;
}

/** Sends the deliveries of a time range again; how many that are is said first. */
export function RedeliverRange({ operations, endpoint }: Props) {
  const [open, setOpen] = useState(false);
  const session = useSession();
  const may = mayCall(useDeclarations().get(operations.redeliverRange), session);
  if (!may || endpoint.state !== 'enabled') return null;
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        Redeliver a range
      </Button>
      {open && <RangeDialog operations={operations} endpoint={endpoint} close={() => setOpen(false)} />}
    </>
  );
}

type State = 'failed' | 'delivered';
const day = 86_400_000;

function RangeDialog({ operations, endpoint, close }: Props & { close: () => void }) {
  const [from, setFrom] = useState<string | null>(() => new Date(Date.now() - day).toISOString());
  const [to, setTo] = useState<string | null>(() => new Date(Date.now() + 60_000).toISOString());
  const [states, setStates] = useState<State[]>(['failed']);
  const [count, setCount] = useState<number | null>(null);
  const { act, busy, error, fields } = useAct(['from', 'to', 'states']);
  const complete = from !== null && to !== null && states.length > 0;
  const path = { endpointId: endpoint.id };

  const ask = (more: { countOnly?: true }, idempotencyKey?: string) =>
    callAny(operations.redeliverRange, { path, body: { from, to, states, ...more }, idempotencyKey });
  const change = () => setCount(null);

  return (
    <Modal opened onClose={close} title="Redeliver a range" centered>
      <Stack>
        <DateTimeInput
          label="Events from"
          value={from}
          error={fields['from']}
          onChange={(instant) => {
            setFrom(instant);
            change();
          }}
        />
        <DateTimeInput
          label="Until"
          value={to}
          error={fields['to']}
          onChange={(instant) => {
            setTo(instant);
            change();
          }}
        />
        <Checkbox.Group
          label="Which deliveries"
          value={states}
          error={fields['states']}
          onChange={(value) => {
            setStates(value as State[]);
            change();
          }}
        >
          <Stack gap={6} mt={6}>
            <Checkbox value="failed" label="Failed ones" />
            <Checkbox value="delivered" label="Delivered ones, once more" />
          </Stack>
        </Checkbox.Group>
        {count !== null && (
          <Alert color={count === 0 ? 'gray' : 'yellow'} variant="light">
            {count === 0
              ? 'The range has no such delivery.'
              : `${count === 1 ? 'One delivery is' : `${number(count)} deliveries are`} sent again, with the same webhook-id.`}
          </Alert>
        )}
        {error !== null && <ErrorView error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          {count === null || count === 0 ? (
            <Button
              loading={busy}
              disabled={!complete}
              onClick={() =>
                void act(
                  () => ask({ countOnly: true }),
                  ({ data }) => setCount((data as { count: number }).count),
                )
              }
            >
              Count them
            </Button>
          ) : (
            <Button
              loading={busy}
              disabled={!complete}
              onClick={() => void act((key) => ask({}, key).then(close), 'The deliveries are sent again')}
            >
              Send {number(count)} again
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
