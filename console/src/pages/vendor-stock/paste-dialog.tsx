import { Alert, Button, Group, Modal, Stack, Table, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../generic/use-act.js';
import { call, data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import type { Level } from './inventory-page.js';
import { parseStock, type PastedRow } from './parse-stock.js';

/** As many as one request adjusts. */
const MOST = 500;

interface Planned extends PastedRow {
  level: Level | undefined;
}

/** Counted pieces by SKU, from two columns of a sheet; what would change is shown before it is. */
export function PasteDialog({ close }: { close: () => void }) {
  const [text, setText] = useState('');
  const [reason, setReason] = useState('Counted');
  const [planned, setPlanned] = useState<Planned[] | null>(null);
  const { act, busy, error } = useAct();
  const rows = parseStock(text);
  const changes = (planned ?? []).flatMap(({ level, pieces }) =>
    level && pieces !== level.onHand ? [{ level, delta: pieces - level.onHand }] : [],
  );

  async function plan(): Promise<Planned[]> {
    const result: Planned[] = [];
    for (const row of rows.slice(0, MOST)) {
      const query = { limit: 5, 'filters[]': [`sku:eq:${row.sku}`] };
      const found = await data('getVendorInventory', { query: query as never });
      result.push({ ...row, level: found.find(({ sku }) => sku === row.sku) });
    }
    return result;
  }

  return (
    <Modal opened onClose={close} title="Paste from a sheet" size="lg">
      <Stack>
        <Textarea
          label="SKU and pieces"
          description="Two columns as they come from a spreadsheet, one variant a line"
          placeholder={'LAMP-S\t12\nLAMP-M\t4'}
          autosize
          minRows={6}
          maxRows={12}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPlanned(null);
          }}
        />
        <TextInput
          label="Reason"
          required
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {planned && <Plan planned={planned} />}
        {error !== null && <ErrorView error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          {planned ? (
            <Button
              loading={busy}
              disabled={changes.length === 0 || reason.trim() === ''}
              onClick={() =>
                void act(
                  (idempotencyKey) =>
                    call('postVendorInventoryBulkAdjust', {
                      body: {
                        adjustments: changes.map(({ level, delta }) => ({
                          variantId: level.variantId,
                          delta,
                          reason,
                        })),
                      },
                      idempotencyKey,
                    }).then(close),
                  'The stock is adjusted',
                )
              }
            >
              Adjust {changes.length}
            </Button>
          ) : (
            <Button loading={busy} disabled={rows.length === 0} onClick={() => void act(plan, setPlanned)}>
              Show what changes
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Plan({ planned }: { planned: readonly Planned[] }) {
  const unknown = planned.filter(({ level }) => !level);
  return (
    <>
      {unknown.length > 0 && (
        <Alert color="orange" title="Not found">
          {unknown.map(({ sku }) => sku).join(', ')}
        </Alert>
      )}
      <Table className="table">
        <Table.Tbody>
          {planned.map(({ sku, pieces, level }) =>
            level ? (
              <Table.Tr key={sku}>
                <Table.Td>
                  <Text size="sm">{sku}</Text>
                </Table.Td>
                <Table.Td ta="right">
                  <Text size="sm">
                    {level.onHand === pieces ? 'as it is' : `${level.onHand} → ${pieces}`}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ) : null,
          )}
        </Table.Tbody>
      </Table>
    </>
  );
}
