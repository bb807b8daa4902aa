import { Button, Group, Modal, NumberInput, Stack, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../generic/use-act.js';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import type { Level } from './inventory-page.js';

/** When a variant counts as low, and whether it can be bought without stock. */
export function StockSettingsDialog({ level, close }: { level: Level; close: () => void }) {
  const [threshold, setThreshold] = useState<number | null>(level.lowStockThreshold);
  const [track, setTrack] = useState(level.trackInventory);
  const [backorder, setBackorder] = useState(level.allowBackorder);
  const { act, busy, error, fields } = useAct(['lowStockThreshold']);
  function submit(event: FormEvent): void {
    event.preventDefault();
    void act(
      () =>
        call('patchVendorInventoryByVariantId', {
          path: { variantId: level.variantId },
          body: { lowStockThreshold: threshold, trackInventory: track, allowBackorder: backorder },
        }).then(close),
      'The rules are saved',
    );
  }
  return (
    <Modal opened onClose={close} title={`Rules of ${level.productTitle}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <NumberInput
            label="Low from"
            description="Pieces for sale. Leave it empty for the default"
            allowDecimal={false}
            min={0}
            value={threshold ?? ''}
            onChange={(value) => setThreshold(value === '' ? null : Number(value))}
            error={fields['lowStockThreshold']}
          />
          <Switch
            label="Count the pieces"
            description="Without it the variant can always be bought"
            checked={track}
            onChange={(event) => setTrack(event.currentTarget.checked)}
          />
          <Switch
            label="Take orders when it is out of stock"
            checked={backorder}
            onChange={(event) => setBackorder(event.currentTarget.checked)}
          />
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
