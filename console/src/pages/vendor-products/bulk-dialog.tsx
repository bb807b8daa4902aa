import { Button, Group, Modal, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../generic/use-act.js';
import { callAny } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { type BulkResult, BulkOutcome } from './bulk-outcome.js';
import type { ListedProduct } from './products-page.js';
import { EntityPicker } from './entity-picker.js';

export type BulkKind = 'publish' | 'archive' | 'price' | 'tag';

const titles: Record<BulkKind, string> = {
  publish: 'Put on sale',
  archive: 'Take off sale',
  price: 'Change prices',
  tag: 'Add or remove tags',
};

const units = [
  { value: '1', label: 'to the paisa' },
  { value: '100', label: 'to a rupee' },
  { value: '1000', label: 'to ten rupees' },
  { value: '10000', label: 'to a hundred rupees' },
];

interface Props {
  kind: BulkKind;
  products: readonly ListedProduct[];
  close: () => void;
  done: () => void;
}

/** Changes several products: what would happen is shown first, product by product. */
export function BulkDialog({ kind, products, close, done }: Props) {
  const [percent, setPercent] = useState<number | null>(null);
  const [roundTo, setRoundTo] = useState('100');
  const [addTagIds, setAdd] = useState<string[]>([]);
  const [removeTagIds, setRemove] = useState<string[]>([]);
  const [planned, setPlanned] = useState<BulkResult | null>(null);
  const [finished, setFinished] = useState<BulkResult | null>(null);
  const { act, busy, error, fields } = useAct(['percent', 'roundTo', 'addTagIds', 'removeTagIds']);
  const body = {
    productIds: products.map(({ id }) => id),
    action: kind,
    ...(kind === 'price' && { percent: percent ?? undefined, roundTo: Number(roundTo) }),
    ...(kind === 'tag' && { addTagIds, removeTagIds }),
  };
  const send = (dryRun: boolean, idempotencyKey: string) =>
    callAny('postVendorProductsBulk', {
      body: { ...body, dryRun },
      ...(!dryRun && { idempotencyKey }),
    }).then(({ data }) => data as BulkResult);
  const titleOf = (id: string) => products.find((product) => product.id === id)?.title ?? id;

  if (finished)
    return (
      <Modal opened onClose={close} title={titles[kind]} size="lg">
        <Stack>
          <BulkOutcome result={finished} titleOf={titleOf} />
          <Group justify="flex-end">
            <Button onClick={close}>Close</Button>
          </Group>
        </Stack>
      </Modal>
    );
  return (
    <Modal opened onClose={close} title={titles[kind]} size="lg">
      <Stack>
        {kind === 'price' && (
          <Group align="flex-start" grow>
            <NumberInput
              label="Percent"
              description="10 makes dearer, -10 cheaper"
              suffix=" %"
              decimalScale={2}
              min={-90}
              max={500}
              required
              value={percent ?? ''}
              onChange={(value) => {
                setPlanned(null);
                setPercent(value === '' ? null : Number(value));
              }}
              error={fields['percent']}
            />
            <Select
              label="Round"
              description="Half is rounded up"
              data={units}
              value={roundTo}
              allowDeselect={false}
              onChange={(value) => {
                setPlanned(null);
                setRoundTo(value ?? '1');
              }}
            />
          </Group>
        )}
        {kind === 'tag' && (
          <>
            <EntityPicker
              kind="tags"
              label="Add"
              value={addTagIds}
              onChange={(ids) => {
                setPlanned(null);
                setAdd(ids);
              }}
            />
            <EntityPicker
              kind="tags"
              label="Remove"
              value={removeTagIds}
              onChange={(ids) => {
                setPlanned(null);
                setRemove(ids);
              }}
            />
          </>
        )}
        {planned ? (
          <BulkOutcome result={planned} titleOf={titleOf} />
        ) : (
          <Text size="sm" c="dimmed">
            {products.length === 1 ? 'One product is' : `${products.length} products are`} ticked.
            {kind === 'price' && ' Special prices stay as they are.'}
          </Text>
        )}
        {error !== null && <ErrorView error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          {planned ? (
            <Button
              loading={busy}
              disabled={planned.changed === 0}
              onClick={() =>
                void act(
                  (key) => send(false, key),
                  (result) => {
                    setFinished(result);
                    done();
                  },
                )
              }
            >
              Change {planned.changed}
            </Button>
          ) : (
            <Button loading={busy} onClick={() => void act((key) => send(true, key), setPlanned)}>
              Show what would change
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
